import type { ComponentChildren, JSX } from 'preact';
import { Nothing } from './states.tsx';

type CardProps = {
  /** The beginning of the heading's id. */
  readonly name: string;
  readonly title: ComponentChildren;
  /** The content beside the heading. */
  readonly aside?: ComponentChildren;
  readonly class?: string;
  readonly children: ComponentChildren;
};

/** A section of a page, under a heading. */
export function Card({ name, title, aside, class: more, children }: CardProps) {
  return (
    <section class={more === undefined ? 'card' : `card ${more}`} aria-labelledby={`${name}-heading`}>
      <header>
        <h2 id={`${name}-heading`}>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  );
}

type RowsProps<Row> = {
  readonly of: readonly Row[];
  /** A sentence for when there are none. */
  readonly none: string;
  readonly children: (row: Row) => JSX.Element;
};

/** A list of rows. */
export function Rows<Row>({ of, none, children }: RowsProps<Row>) {
  return of.length === 0 ? <Nothing>{none}</Nothing> : <ul class="rows">{of.map(children)}</ul>;
}
