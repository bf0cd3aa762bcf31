#!/usr/bin/env Rscript
# SPDX-License-Identifier: GPL-2.0-or-later
# Poisson regression of masked points on a covariate of the true areas, through the table of the mask.
#   Rscript regression.R areas.csv table.csv points.csv COVARIATE
# The files and the model are those of regression.py, which this prints the same as.
given <- commandArgs(trailingOnly = TRUE)
areas <- read.csv(given[1], colClasses = c(area = "character"))
table <- read.csv(given[2], colClasses = c(origin = "character", destination = "character"))
points <- read.csv(given[3], colClasses = c(destination = "character"))

origin <- match(table$origin, areas$area)
places <- unique(table$destination)
destination <- match(table$destination, places)
counts <- numeric(length(places))
at <- match(points$destination, places)
for (k in seq_along(at)) counts[at[k]] <- counts[at[k]] + points$count[k]

flow <- areas$people[origin] * table$probability
design <- cbind(1, areas[[given[4]]])
summed <- function(values) as.vector(tapply(values, factor(destination, seq_along(places)), sum))

beta <- c(log(sum(counts) / sum(areas$people)), 0)
for (round in 1:100) {
  part <- flow * exp(design %*% beta)[origin]
  mean <- summed(part)
  slope <- cbind(summed(part), summed(part * design[origin, 2]))
  used <- mean > 0
  information <- t(slope[used, ]) %*% (slope[used, ] / mean[used])
  step <- solve(information, t(slope[used, ]) %*% (counts[used] / mean[used] - 1))
  beta <- beta + pmax(pmin(as.vector(step), 2), -2)
  if (max(abs(step)) < 1e-10) break
}
error <- sqrt(solve(information)[2, 2])
cat(sprintf("slope %.6f  se %.6f  95 %% %.6f to %.6f\n",
            beta[2], error, beta[2] - 1.96 * error, beta[2] + 1.96 * error))
