import type { UnwatchedPage } from '../replies.ts';
import type { UnwatchedRow } from '../reply-rows.ts';
import { Mark } from './parts/marks.tsx';
import { Pager } from './parts/pager.tsx';
import { Answer, Nothing } from './parts/states.tsx';
import { Link, subjectAddress, usePlace } from './place.tsx';
import { useAnswer } from './state/load.ts';
import { dayAndTime, subjectName } from './words.ts';

const kinds: Readonly<Record<UnwatchedRow['kind'], string>> = {
  'not-polled': 'no data',
  failing: 'failing',
  'not-judged': 'not judged',
  'not-offered': 'unsupported',
};

/** The page of blind spots, on which spendwatch neither alerts nor acts. */
export function Unwatched() {
  const place = usePlace();
  const loaded = useAnswer<UnwatchedPage>(`/api/unwatched?${place.query}`);
  return (
    <>
      <div class="heading">
        <h1>Blind spots</h1>
        <p>
          spendwatch takes no action on data that it cannot read. "Unsupported" is a limit of the platform;
          the rest can be fixed.
        </p>
      </div>
      <section class="card" aria-label="Blind spots">
        <Answer loaded={loaded}>
          {(unwatched) =>
            unwatched.rows.length === 0 ? (
              <Nothing>No blind spots: every poll returned all data, and every VM can be judged.</Nothing>
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
                      <p>Not watched: {row.means}.</p>
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
