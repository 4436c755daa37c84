import type { ComponentChildren, JSX } from 'preact';

/** The title of a column; figures are at the right. */
export type Heading = string | JSX.Element | { readonly figure: string };

export function Head({ of }: { readonly of: readonly Heading[] }) {
  return (
    <thead>
      <tr>
        {of.map((heading, index) =>
          typeof heading === 'object' && 'figure' in heading ? (
            <th key={index} scope="col" class="number">
              {heading.figure}
            </th>
          ) : (
            <th key={index} scope="col">
              {heading}
            </th>
          ),
        )}
      </tr>
    </thead>
  );
}

type TableProps = {
  readonly label: string;
  readonly head: readonly Heading[];
  readonly class?: string;
  readonly children: ComponentChildren;
};

/** A table that scrolls by itself where it is wider than its place. */
export function Table({ label, head, class: name, children }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <section class="scrolls" aria-label={label} tabIndex={0}>
      <table {...(name !== undefined && { class: name })}>
        <Head of={head} />
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}
