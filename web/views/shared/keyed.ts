// SPDX-License-Identifier: GPL-2.0-or-later
//
// Elements that follow a list, joined by key: what stays is the same element, so that motion, hover and focus go on.
// The whole of what the first view needs of a data join: d3-selection comes with d3-zoom, when hands do something.
//
// Invariant: the elements that were made under a parent stand there in the order of the list, and none is moved that
// stands right already.

/** An element and what it shows. */
export interface Keyed<E extends Element, Datum> {
  readonly element: E;
  readonly datum: Datum;
}

/** By parent and tag: what was made there last. */
const made = new WeakMap<Element, Map<string, Map<string, Element>>>();

/** Makes the `tag`s that this function keeps under `parent` those of `data`, one for each key. */
export function keyed<Name extends keyof SVGElementTagNameMap, Datum extends { readonly key: string }>(
  parent: SVGElement,
  tag: Name,
  data: readonly Datum[],
): readonly Keyed<SVGElementTagNameMap[Name], Datum>[] {
  type E = SVGElementTagNameMap[Name];
  const byTag = made.get(parent) ?? new Map<string, Map<string, Element>>();
  made.set(parent, byTag);
  const before = byTag.get(tag) ?? new Map<string, Element>();
  const now = new Map<string, Element>();
  const joined = data.map((datum): Keyed<E, Datum> => {
    const old = now.has(datum.key) ? undefined : before.get(datum.key);
    const element = (
      old?.parentNode === parent ? old : document.createElementNS('http://www.w3.org/2000/svg', tag)
    ) as E;
    now.set(datum.key, element);
    return { element, datum };
  });
  const kept = new Set<Element>(joined.map(({ element }) => element));
  for (const element of before.values()) if (!kept.has(element)) element.remove();
  byTag.set(tag, now);
  for (let k = joined.length - 1, next: Element | null = null; k >= 0; k--) {
    const { element } = joined[k]!;
    const right: boolean =
      element.parentNode === parent &&
      (next === null || (element.compareDocumentPosition(next) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0);
    if (!right) parent.insertBefore(element, next);
    next = element;
  }
  return joined;
}
