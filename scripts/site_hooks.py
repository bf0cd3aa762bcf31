# SPDX-License-Identifier: GPL-2.0-or-later
"""Hooks of mkdocs: the site loads nothing from elsewhere, and its search works without a server.

A browser starts no worker from a file, so there the search runs in a hidden frame. mkdocs-material takes the
script that does so from the web; this one lies in the site.
"""

import re
from pathlib import Path

from mkdocs.exceptions import PluginError
from mkdocs.plugins import event_priority

FROM_THE_WEB = "https://unpkg.com/iframe-worker/shim"
OWN = "assets/javascripts/search-in-a-frame.js"
SCRIPT = """\
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(address) {
      super()
      const frame = document.createElement("iframe")
      frame.hidden = true
      document.body.appendChild(frame)
      this.inside = frame.contentWindow
      this.inside.reply = data => this.dispatchEvent(new MessageEvent("message", { data }))
      this.inside.address = new URL(address, document.baseURI).href
      this.ready = new Promise(done => { this.inside.done = done })
      this.inside.document.open()
      this.inside.document.write(`<body><script>
        const load = url => new Promise((loaded, failed) => {
          const script = document.createElement("script")
          script.src = new URL(url, address).href
          script.onload = loaded; script.onerror = failed
          document.body.appendChild(script)
        })
        postMessage = data => reply(data)
        importScripts = (...urls) =>
          urls.reduce((before, url) => before.then(() => load(url)), Promise.resolve())
        load(address).then(done)
      <` + `/script>`)
      this.inside.document.close()
    }
    postMessage(data) {
      this.ready.then(() => this.inside.dispatchEvent(new MessageEvent("message", { data })))
    }
    terminate() { this.inside.frameElement.remove() }
  }
}
"""
LINK = re.compile(r'(?:href|src)="(?![a-z]+:|//|#|")([^"#?]+)')
"""Addresses inside the site."""
NOT_NEEDED = (
    "*.map",
    "sitemap.xml*",
    "search/search_index.json",
    "assets/javascripts/lunr/**/*",
    "evidence/*.json*",
)
"""What no page opened from a folder asks for: search words of other languages, maps of sources, data."""


def on_post_page(output: str, page, config) -> str:
    """Take the script from the site itself."""
    depth = page.url.count("/")
    return output.replace(FROM_THE_WEB, "../" * depth + OWN)


@event_priority(-200)  # the plugin offline comes at -100
def on_post_build(config) -> None:
    """Write that script, leave out what nobody asks for, and fail where an address then leads nowhere."""
    site = Path(config["site_dir"])
    (site / OWN).write_text(SCRIPT, encoding="utf-8")
    (site / "404.html").unlink(missing_ok=True)
    for pattern in NOT_NEEDED:
        for path in list(site.rglob(pattern) if "/" not in pattern else site.glob(pattern)):
            if path.is_file():
                path.unlink()
    dead = [
        f"{page.relative_to(site)}: {address}"
        for page in sorted(site.rglob("*.html"))
        for address in LINK.findall(page.read_text("utf-8"))
        if not (page.parent / address).exists()
    ]
    if dead:
        raise PluginError(f"Links that lead to nothing that the site holds: {'; '.join(dead)}")
