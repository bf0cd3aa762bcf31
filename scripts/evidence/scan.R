#!/usr/bin/env Rscript
# SPDX-License-Identifier: GPL-2.0-or-later
# Kulldorff's circular scan in base R, written from the paper's formula and apart from the plugin's.
#   Rscript scan.R places.csv plane|sphere SHARE MAPS
# places.csv: x, y, people, cases. Prints the clusters (every other centre's best circle that shares no place with
# those before): ratio, p-value, cases and members, rows from 1; then the CPU seconds.
given <- commandArgs(trailingOnly = TRUE)
places <- read.csv(given[1])
maps <- as.integer(given[4])
total <- as.numeric(sum(places$cases))
places$people <- as.numeric(places$people)
people <- sum(places$people)
set.seed(1997)
drawn <- rmultinom(maps, total, places$people)

away <- function(k) {
  if (given[2] == "plane") return((places$x - places$x[k])^2 + (places$y - places$y[k])^2)
  lon <- places$x * pi / 180
  lat <- places$y * pi / 180
  sin((lat - lat[k]) / 2)^2 + cos(lat) * cos(lat[k]) * sin((lon - lon[k]) / 2)^2
}
ratio <- function(inside, expected) {
  outside <- total - inside
  found <- ifelse(inside > 0, inside * log(inside / expected), 0) +
    ifelse(outside > 0, outside * log(outside / (total - expected)), 0)
  ifelse(inside > expected & inside >= 2, found, 0)
}

began <- proc.time()
best <- numeric(nrow(places))
width <- integer(nrow(places))
strongest <- numeric(maps)
for (k in seq_len(nrow(places))) {
  order_k <- order(away(k))
  held <- cumsum(places$people[order_k])
  small <- held <= as.numeric(given[3]) * people
  if (!any(small)) next
  order_k <- order_k[small]
  expected <- total * held[small] / people
  found <- ratio(cumsum(places$cases[order_k]), expected)
  width[k] <- which.max(found)
  best[k] <- max(found)
  inside <- matrix(apply(drawn[order_k, , drop = FALSE], 2, cumsum), ncol = maps)
  strongest <- pmax(strongest, apply(ratio(inside, expected), 2, max))
}
taken <- integer(0)
for (k in order(-best)) {
  if (best[k] <= 0) break
  members <- order(away(k))[seq_len(width[k])]
  if (any(members %in% taken)) next
  taken <- c(taken, members)
  p <- (1 + sum(strongest >= best[k] * (1 - 1e-9))) / (1 + maps)
  cat(sprintf("cluster %.6f %.4f %d %s\n", best[k], p, sum(places$cases[members]), paste(members, collapse = ",")))
}
used <- proc.time() - began
cat(sprintf("seconds %.3f\n", used[["user.self"]] + used[["sys.self"]]))
