/* SPDX-License-Identifier: GPL-2.0-or-later */
/* For reading on a screen: tables that sort, pictures that grow, before laid over after, what a risk costs.
   The page reads and prints the same without it. No word stands here: they come from the page. */
(function () {
  "use strict";
  var words = JSON.parse(document.getElementById("words").textContent);

  function all(selector, root) { return Array.prototype.slice.call((root || document).querySelectorAll(selector)); }

  function made(tag, name, text) {
    var one = document.createElement(tag);
    if (name) { one.className = name; }
    if (text) { one.textContent = text; }
    return one;
  }

  /* Numbers by their value, names in their natural order: Broome 2 before Broome 10. */
  function number(text) {
    var bare = text.replace(/[\s\u00a0\u202f]/g, "").replace(",", ".").replace("−", "-");
    var found = /^[<>≥≤]?(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)/.exec(bare);
    return found ? parseFloat(found[1]) : NaN;
  }

  function compare(one, other) {
    var a = number(one), b = number(other);
    if (!isNaN(a) && !isNaN(b) && a !== b) { return a - b; }
    return one.localeCompare(other, undefined, { numeric: true });
  }

  function sort(table, column, head) {
    var down = head.getAttribute("aria-sort") === "ascending";
    all("th", table).forEach(function (one) { one.removeAttribute("aria-sort"); });
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    var body = table.tBodies[0], rows = Array.prototype.slice.call(body.rows);
    rows.sort(function (one, other) {
      var order = compare(one.cells[column].textContent, other.cells[column].textContent);
      return down ? -order : order;
    });
    rows.forEach(function (row) { body.appendChild(row); });
  }

  all("table.data").forEach(function (table) {
    if (table.tBodies[0].rows.length < 2) { return; }
    all("th", table).forEach(function (head, column) {
      /* No button element: browsers leave it out where they repeat a table's head on the next page. */
      var label = made("span", "sort", head.textContent);
      label.setAttribute("role", "button");
      label.tabIndex = 0;
      label.title = words.sort;
      head.textContent = "";
      head.appendChild(label);
      label.addEventListener("click", function () { sort(table, column, head); });
      label.addEventListener("keydown", function (event) {
        if (event.key !== "Enter" && event.key !== " ") { return; }
        event.preventDefault();
        sort(table, column, head);
      });
    });
  });

  /* A picture or chart grows to the page's width and is moved by scrolling. */
  all("figure").forEach(function (figure) {
    var button = made("button", "grow", words.larger);
    button.type = "button";
    button.setAttribute("aria-pressed", "false");
    button.addEventListener("click", function () {
      var large = figure.classList.toggle("large");
      button.setAttribute("aria-pressed", String(large));
      button.textContent = large ? words.smaller : words.larger;
    });
    figure.appendChild(button);
  });

  /* Flagged places of a map, one after the other, with the reason for each. */
  all("figure svg").forEach(function (map) {
    var flagged = all(".flagged", map), whole = map.getAttribute("viewBox").split(" ").map(Number), at = -1;
    if (!flagged.length) { return; }
    var bar = made("p", "control flags"), said = made("output", "reason");
    function show(step) {
      at = step === 0 ? -1 : (at + step + flagged.length) % flagged.length;
      flagged.forEach(function (one, row) { one.classList.toggle("chosen", row === at); });
      if (at < 0) {
        map.setAttribute("viewBox", whole.join(" "));
        said.textContent = "";
        return;
      }
      var one = flagged[at], width = whole[2] / 5, height = whole[3] / 5;
      map.setAttribute("viewBox", [one.cx.baseVal.value - width / 2, one.cy.baseVal.value - height / 2,
        width, height].join(" "));
      said.textContent = " " + (at + 1) + " / " + flagged.length + ": " + one.querySelector("title").textContent;
    }
    [[-1, words.previous], [1, words.next], [0, words.whole]].forEach(function (entry) {
      var button = made("button", "", entry[1]);
      button.type = "button";
      button.addEventListener("click", function () { show(entry[0]); });
      bar.appendChild(button);
    });
    bar.appendChild(said);
    map.parentNode.insertBefore(bar, map.nextSibling);
  });

  /* Two pictures of the same map beside each other can be laid over one another and wiped. */
  all(".beside").forEach(function (pair) {
    var pictures = all("figure > img", pair);
    if (pictures.length !== 2) { return; }
    var box = made("div", "swipe"), under = pictures[0].cloneNode(), over = pictures[1].cloneNode();
    var slider = made("input");
    slider.type = "range"; slider.min = 0; slider.max = 100; slider.value = 50;
    slider.setAttribute("aria-label", words.swipe);
    function wipe() { over.style.clipPath = "inset(0 0 0 " + slider.value + "%)"; }
    slider.addEventListener("input", wipe);
    box.appendChild(under); box.appendChild(over);
    var label = made("label", "control", words.swipe + " ");
    label.appendChild(slider);
    pair.appendChild(label); pair.appendChild(box);
    wipe();
  });

  /* What a risk costs, read off the curve that the page shows. */
  all(".curve").forEach(function (holder) {
    var points = JSON.parse(holder.getAttribute("data-points"));
    if (points.length < 2) { return; }
    var slider = made("input"), said = made("output"), label = made("label", "control", words.risk + " ");
    slider.type = "range"; slider.min = 0; slider.max = 100; slider.value = 50;
    function tell() {
      var low = Math.log(points[0][0]), high = Math.log(points[points.length - 1][0]);
      var at = low + slider.value / 100 * (high - low), i = 1;
      while (i < points.length - 1 && Math.log(points[i][0]) < at) { i += 1; }
      var a = points[i - 1], b = points[i];
      var share = (at - Math.log(a[0])) / (Math.log(b[0]) - Math.log(a[0]));
      var metres = Number((a[1] + share * (b[1] - a[1])).toPrecision(2));
      var language = document.documentElement.lang;
      said.textContent = " " + words.costs
        .replace("{people}", Math.round(1 / Math.exp(at)).toLocaleString(language))
        .replace("{metres}", metres.toLocaleString(language));
    }
    slider.addEventListener("input", tell);
    label.appendChild(slider); label.appendChild(said);
    holder.appendChild(label);
    tell();
  });
}());
