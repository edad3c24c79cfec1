// SPDX-License-Identifier: GPL-2.0-or-later
//
// When an exhibit is at rest, so that what is kept of it does not depend on how fast it was drawn.

/** Resolves when nothing in the stage has changed for `ms` milliseconds, and `isWhole` holds. */
export function atRest(stage: HTMLElement, ms: number, isWhole: () => boolean = () => true): Promise<void> {
  return new Promise((done) => {
    let timer: ReturnType<typeof setTimeout>;
    const watch = new MutationObserver(wait);
    function wait(): void {
      clearTimeout(timer);
      timer = setTimeout(rest, ms);
    }
    function rest(): void {
      if (!isWhole()) {
        wait();
        return;
      }
      watch.disconnect();
      done();
    }
    watch.observe(stage, { childList: true, subtree: true, attributes: true, characterData: true });
    wait();
  });
}
