#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Poisson regression of masked points on a covariate of the true areas, through the table of the mask.

    regression.py areas.csv table.csv points.csv COVARIATE

areas: area, people, COVARIATE. table: origin, destination, probability. points: destination, count.
The model is log r = a + b x for the rate r of an area; the points at a destination are Poisson with mean
sum over the areas of people * r * probability. Prints b, its standard error and its 95 % interval.
"""

import csv
import sys

import numpy as np


def columns(path, *names):
    """Columns of a CSV file, as text."""
    with open(path, newline="", encoding="utf-8-sig") as file:
        rows = list(csv.DictReader(file))
    return [[row[name] for row in rows] for name in names]


def fit(people, x, origin, destination, probability, counts):
    """Newton's method; returns the coefficients and their covariance."""
    design = np.column_stack([np.ones(len(x)), x])
    flow = people[origin] * probability
    beta = np.array([np.log(counts.sum() / people.sum()), 0.0])
    for _ in range(100):
        part = flow * np.exp(design @ beta)[origin]
        mean = np.bincount(destination, part, len(counts))
        slope = np.column_stack(
            [np.bincount(destination, part * column[origin], len(counts)) for column in design.T]
        )
        used = mean > 0
        information = slope[used].T @ (slope[used] / mean[used, None])
        step = np.linalg.solve(information, slope[used].T @ (counts[used] / mean[used] - 1))
        beta = beta + np.clip(step, -2, 2)
        if np.abs(step).max() < 1e-10:
            break
    return beta, np.linalg.inv(information)


def main():
    """Read the files, fit, print."""
    areas_file, table_file, points_file, covariate = sys.argv[1:5]
    area, people, x = columns(areas_file, "area", "people", covariate)
    origin, destination, probability = columns(table_file, "origin", "destination", "probability")
    place, count = columns(points_file, "destination", "count")
    row = {name: at for at, name in enumerate(area)}
    column = {name: at for at, name in enumerate(dict.fromkeys(destination))}
    counts = np.zeros(len(column))
    for name, held in zip(place, count):
        counts[column[name]] += float(held)
    beta, covariance = fit(
        np.array(people, float),
        np.array(x, float),
        np.array([row[name] for name in origin]),
        np.array([column[name] for name in destination]),
        np.array(probability, float),
        counts,
    )
    error = float(np.sqrt(covariance[1, 1]))
    low, high = beta[1] - 1.96 * error, beta[1] + 1.96 * error
    print(f"slope {beta[1]:.6f}  se {error:.6f}  95 % {low:.6f} to {high:.6f}")


if __name__ == "__main__":
    main()
