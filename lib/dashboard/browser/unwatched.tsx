import type { Unwatched as Answered } from '../replies.ts';
import type { UnwatchedRow } from '../reply-rows.ts';
import { useAnswer } from './load.ts';
import { Mark } from './marks.tsx';
import { Pager } from './pager.tsx';
import { Link, subjectAddress, usePlace } from './place.tsx';
import { Answer, Nothing } from './states.tsx';
import { dayAndTime, subjectName } from './words.ts';

const kinds: Readonly<Record<UnwatchedRow['kind'], string>> = {
  unseen: 'not seen at all',
  failing: 'fails',
  'not-offered': 'not offered',
};

/** What spendwatch cannot see: nothing is said of it, and nothing done to it. */
export function Unwatched() {
  const place = usePlace();
  const loaded = useAnswer<Answered>(`/api/unwatched?${place.query}`);
  return (
    <>
      <div class="heading">
        <h1>What cannot be watched</h1>
        <p>
          Nothing is done on what is not seen. What is not offered is nobody's fault; the rest can be mended.
        </p>
      </div>
      <section class="card" aria-label="What cannot be watched">
        <Answer loaded={loaded}>
          {(unwatched) =>
            unwatched.rows.length === 0 ? (
              <Nothing>Everything that is asked for comes whole.</Nothing>
            ) : (
              <>
                <ul class="rows">
                  {unwatched.rows.map((row) => (
                    <li key={`${row.target} ${row.what} ${row.kind}`}>
                      <div class="row-head">
                        <Mark tone={row.kind === 'not-offered' ? 'plain' : 'warning'}>{kinds[row.kind]}</Mark>
                        <Link to={subjectAddress(row.target)}>{subjectName(row.target)}</Link>
                        <span>{row.what}</span>
                        {row.since !== null && (
                          <span class="when">since {dayAndTime(row.since, unwatched.zone)}</span>
                        )}
                      </div>
                      <p>
                        <strong>{row.because}</strong>
                      </p>
                      <p>Not known: {row.means}.</p>
                    </li>
                  ))}
                </ul>
                <Pager list={unwatched} place={place} />
              </>
            )
          }
        </Answer>
      </section>
    </>
  );
}
