// SPDX-License-Identifier: GPL-2.0-or-later
//
// The HTML elements in what a component returned, in order, without a document. Components inside it are not called:
// only what was given to them as children is looked through.

import { isValidElement, type ComponentChild, type ComponentChildren, type VNode } from 'preact';

/** Attributes as they were written. */
export type ElementNode = VNode<Record<string, unknown>>;

const childrenOf = ({ props }: VNode): readonly ComponentChild[] => {
  const { children }: { readonly children?: ComponentChildren } = props;
  return Array.isArray(children) ? (children as ComponentChild[]) : [children];
};

/** All elements of this name, outermost first. */
export function elementsOf(drawn: ComponentChildren, name: string): readonly ElementNode[] {
  if (Array.isArray(drawn)) return (drawn as ComponentChild[]).flatMap((child) => elementsOf(child, name));
  if (!isValidElement(drawn)) return [];
  const inside = childrenOf(drawn).flatMap((child) => elementsOf(child, name));
  return drawn.type === name ? [drawn, ...inside] : inside;
}

/** The words in it. */
export function wordsOf(drawn: ComponentChildren): string {
  if (Array.isArray(drawn)) return (drawn as ComponentChild[]).map(wordsOf).join('');
  if (isValidElement(drawn)) return childrenOf(drawn).map(wordsOf).join('');
  return typeof drawn === 'string' || typeof drawn === 'number' ? `${drawn}` : '';
}
