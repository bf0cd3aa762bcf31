# SPDX-License-Identifier: GPL-2.0-or-later
# Draws a job by R: Rscript maps.R PROGRAM SYMBOL CRS FILL OUTLINE POINTS OUT WIDTH HEIGHT DPI
suppressPackageStartupMessages(library(sf))
words <- commandArgs(trailingOnly = TRUE)
program <- words[1]; symbol <- words[2]; crs <- words[3]; filled <- words[4] == "True"
out <- words[7]; wide <- as.numeric(words[8]); high <- as.numeric(words[9]); dpi <- as.numeric(words[10])
outline <- st_read(words[5], quiet = TRUE)
table <- read.csv(words[6])
places <- st_as_sf(table, coords = c("lon", "lat"), crs = 4326)
if (startsWith(crs, "EPSG")) {
  outline <- st_transform(outline, crs)
  places <- st_transform(places, crs)
}
suffix <- tools::file_ext(out)
switch(suffix,
  png = png(out, wide, high, res = dpi),
  jpg = jpeg(out, wide, high, res = dpi, quality = 80),
  pdf = pdf(out, wide / dpi, high / dpi),
  svg = svg(out, wide / dpi, high / dpi))
if (program == "R base") {
  plot(st_geometry(outline), border = "grey25", axes = TRUE, main = "Cases",
       col = if (filled) hcl.colors(nrow(outline), "Blues 3", rev = TRUE) else NA)
  if (symbol == "ring") plot(st_geometry(places), add = TRUE)
  if (symbol == "dot") plot(st_geometry(places), add = TRUE, pch = 20, col = "red3")
  if (symbol == "plus") plot(st_geometry(places), add = TRUE, pch = 3, col = "blue3")
  if (symbol == "cross") plot(st_geometry(places), add = TRUE, pch = 4, col = "red3", lwd = 1.5)
} else {
  suppressPackageStartupMessages(library(ggplot2))
  map <- ggplot() + (if (filled) geom_sf(data = outline, aes(fill = id), show.legend = FALSE, alpha = .3)
                     else geom_sf(data = outline))
  map <- map + switch(symbol,
    dot = geom_sf(data = places),
    ring = geom_sf(data = places, shape = 1, colour = "red3"),
    alpha = geom_sf(data = places, alpha = .5, colour = "red3", size = 2.5),
    sized = geom_sf(data = places, aes(size = count), alpha = .5, colour = "red3"),
    classes = geom_sf(data = places, aes(colour = factor(kind), shape = factor(kind)), size = 2))
  print(map)
}
invisible(dev.off())
