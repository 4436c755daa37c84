import type { ComponentChildren } from 'preact';
import { storeOf } from './state/store.ts';

/** The address within the dashboard, as in the address bar. */
export type Place = { readonly path: string; readonly query: URLSearchParams };

const place = storeOf(
  (): Place => ({ path: location.pathname, query: new URLSearchParams(location.search) }),
);
addEventListener('popstate', place.changed);

/** Goes to another address of the dashboard; `replace` overwrites the current entry of the browser's history. */
export function go(address: string, how: 'push' | 'replace' = 'push'): void {
  if (how === 'push') history.pushState(null, '', address);
  else history.replaceState(null, '', address);
  place.changed();
}

export const usePlace = (): Place => place.use();

/** Returns the address with parameters of its query changed; `null` and empty text remove a parameter. */
export function withQuery(place: Place, changes: Readonly<Record<string, string | null>>): string {
  const query = new URLSearchParams(place.query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') query.delete(name);
    else query.set(name, value);
  }
  const text = query.toString();
  return text === '' ? place.path : `${place.path}?${text}`;
}

export const subjectAddress = (subject: string): string =>
  `/subject?${new URLSearchParams({ name: subject })}`;

type LinkProps = {
  readonly to: string;
  readonly class?: string;
  readonly isCurrent?: boolean;
  readonly children: ComponentChildren;
};

/** A link within the dashboard. Modifier keys open it in a new tab or window, as with any link. */
export function Link({ to, isCurrent = false, class: name, children }: LinkProps) {
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(to);
    scrollTo(0, 0);
  };
  return (
    <a
      {...(name !== undefined && { class: name })}
      href={to}
      onClick={follow}
      aria-current={isCurrent ? 'page' : undefined}
    >
      {children}
    </a>
  );
}
