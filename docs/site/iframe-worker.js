// Browsers start no workers for pages that are opened from the disk, and the search of the site is a worker.  There, a
// frame that nobody sees takes its place: it runs the same script, and messages go to and fro as events.
"use strict";
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      const script = new URL(url, location.href);
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.body.append(frame);
      this.inside = frame.contentWindow;
      this.inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      const load = (address) => new Promise((done, failed) => {
        const element = frame.contentDocument.createElement("script");
        Object.assign(element, { src: new URL(address, script), onload: done, onerror: failed });
        frame.contentDocument.head.append(element);
      });
      this.inside.importScripts = (...addresses) => Promise.all(addresses.map(load));
      this.ready = load(script);
    }

    async postMessage(data) {
      await this.ready;
      this.inside.dispatchEvent(new MessageEvent("message", { data }));
    }

    set onmessage(listener) {
      this.addEventListener("message", listener);
    }

    terminate() {
      this.inside.frameElement.remove();
    }
  };
}
