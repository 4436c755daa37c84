import type { ReplyPage } from '../../replies.ts';
import { Link, type Place, withQuery } from '../place.tsx';

/** Shows the position in a paged list, with links to the pages before and after. */
export function Pager({ list, place }: { readonly list: ReplyPage<unknown>; readonly place: Place }) {
  const { page, pages, total, rows } = list;
  if (pages <= 1) return null;
  const to = (target: number): string => withQuery(place, { page: target === 1 ? null : String(target) });
  return (
    <nav class="pager" aria-label="Pages">
      <span>
        Page {page} of {pages}: {rows.length} of {total.toLocaleString('en-GB')}
      </span>
      <span class="buttons">
        {page > 1 && (
          <Link class="button" to={to(page - 1)}>
            Previous page
          </Link>
        )}
        {page < pages && (
          <Link class="button" to={to(page + 1)}>
            Next page
          </Link>
        )}
      </span>
    </nav>
  );
}
