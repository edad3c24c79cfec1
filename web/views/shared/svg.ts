// SPDX-License-Identifier: GPL-2.0-or-later
//
// Making SVG elements.

const SVG_NS = 'http://www.w3.org/2000/svg';

/** A new SVG element at the end of `parent`; numbers are rounded to hundredths. */
export function put(parent: Element, tag: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const element = document.createElementNS(SVG_NS, tag);
  for (const [name, value] of Object.entries(attributes)) {
    element.setAttribute(name, typeof value === 'number' ? (Math.round(value * 100) / 100).toString() : value);
  }
  parent.append(element);
  return element;
}
