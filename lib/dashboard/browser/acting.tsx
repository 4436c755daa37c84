import { useEffect, useRef, useState } from 'preact/hooks';
import type { AskAnswer, PageAction, PageActionRequest } from '../replies.ts';
import { type DialogRequest, lengthInWords, requests } from './action-requests.ts';
import { refresh } from './state/live.ts';
import { fetchAnswer, reasonOf } from './state/load.ts';
import { recall, remember } from './state/stored.ts';
import { TextField } from './text-field.tsx';

const storedToken = 'spendwatch-act';
const storedAuthor = 'spendwatch-author';

/** The act token comes with the printed address only; other windows of this browser read it from local storage. */
const token = document.querySelector('meta[name="act-token"]')?.getAttribute('content') ?? null;
if (token !== null) remember(storedToken, token);
const actToken = (): string | null => recall(storedToken);

/** Reports whether this browser has an act token. The server decides whether the token is still valid. */
export const canAct = (): boolean => actToken() !== null;

export const send = (ask: PageActionRequest): Promise<AskAnswer> =>
  fetchAnswer<AskAnswer>('/api/ask', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Spendwatch-Act': actToken() ?? '' },
    body: JSON.stringify(ask),
  });

const claims = [
  { field: 'owner', label: 'Owner (optional)', longest: 64 },
  { field: 'purpose', label: 'Purpose (optional)', longest: 100 },
] as const;

type ActionButtonProps = { readonly asked: PageAction; readonly about: string; readonly label?: string };

/** Shows a button whose dialog asks for author, reason and duration, previews the effect, and sends the request. */
export function ActionButton({ asked, about, label }: ActionButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const request = requests[asked.what];
  return (
    <>
      <button type="button" class={request.isGrave ? 'grave' : ''} onClick={() => setOpen(true)}>
        {label ?? request.title}
        <span class="hidden-text">: {about}</span>
      </button>
      {isOpen && (
        <ActionDialog asked={asked} about={about} request={request} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

type DialogProps = {
  readonly asked: PageAction;
  readonly about: string;
  readonly request: DialogRequest;
  readonly onClose: () => void;
};

function ActionDialog({ asked, about, request, onClose }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [author, setAuthor] = useState(() => recall(storedAuthor) ?? '');
  const [reason, setReason] = useState('');
  const [claim, setClaim] = useState({ owner: '', purpose: '' });
  const [length, setLength] = useState(request.lengths[0] ?? null);
  const [erases, setErases] = useState('');
  const [foreseen, setForeseen] = useState<AskAnswer | string | null>(null);
  const [done, setDone] = useState<AskAnswer | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const loss = foreseen !== null && typeof foreseen !== 'string' ? foreseen.erases : undefined;
  const ask = (dryRun: boolean): PageActionRequest => ({
    asked:
      asked.what === 'keep'
        ? { ...asked, ...claim }
        : asked.what === 'stop' && loss !== undefined
          ? { ...asked, erases }
          : asked,
    author: author.trim() || (dryRun ? 'preview' : ''),
    reason,
    for: length,
    dryRun,
  });
  useEffect(() => dialog.current?.showModal(), []);
  // Of all fields, only the duration changes the preview.
  useEffect(() => {
    let isGone = false;
    send(ask(true)).then(
      (answer) => !isGone && setForeseen(answer),
      (error: unknown) => !isGone && setForeseen(reasonOf(error)),
    );
    return () => {
      isGone = true;
    };
  }, [length]);
  const submit = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setFailure(null);
    remember(storedAuthor, author.trim());
    try {
      setDone(await send(ask(false)));
      refresh();
    } catch (error) {
      setFailure(reasonOf(error));
    }
    setBusy(false);
  };
  return (
    <dialog ref={dialog} aria-labelledby="act-title" onClose={onClose}>
      {done === null ? (
        <form onSubmit={(event) => void submit(event)}>
          <h2 id="act-title">{request.title}</h2>
          <p>{about}</p>
          <Foreseen answer={foreseen} />
          <TextField
            id="author"
            label="Your name"
            most={64}
            value={author}
            onValue={setAuthor}
            isNeeded
            autocomplete="name"
          />
          <TextField
            id="reason"
            label={request.isReasonNeeded ? 'Reason' : 'Reason (optional)'}
            most={200}
            value={reason}
            onValue={setReason}
            isNeeded={request.isReasonNeeded}
          />
          {loss !== undefined && (
            <TextField
              id="erases"
              label={`Type “${loss}” to confirm that it will be erased`}
              most={2_000}
              value={erases}
              onValue={setErases}
              isNeeded
              autocomplete="off"
            />
          )}
          {asked.what === 'keep' &&
            claims.map(({ field, label, longest }) => (
              <TextField
                key={field}
                id={field}
                label={label}
                most={longest}
                value={claim[field]}
                onValue={(value) => setClaim({ ...claim, [field]: value })}
              />
            ))}
          {request.lengths.length > 0 && (
            <div class="field">
              <label for="act-length">Duration</label>
              <select
                id="act-length"
                value={length ?? ''}
                onChange={({ currentTarget }) => setLength(currentTarget.value)}
              >
                {request.lengths.map((choice) => (
                  <option key={choice} value={choice}>
                    {lengthInWords[choice] ?? choice}
                  </option>
                ))}
              </select>
            </div>
          )}
          {failure !== null && (
            <p class="notice critical" role="alert">
              {failure}
            </p>
          )}
          <div class="buttons">
            <button type="button" onClick={() => dialog.current?.close()}>
              Cancel
            </button>
            <button type="submit" class={request.isGrave ? 'grave' : 'main'} disabled={isBusy}>
              {request.button}
            </button>
          </div>
        </form>
      ) : (
        <form method="dialog">
          <h2 id="act-title">Recorded</h2>
          <div role="status">
            <p>{sentence(done.says)}</p>
            <Remarks of={done} />
          </div>
          <div class="buttons">
            <button type="submit" class="main" ref={takeFocus}>
              Close
            </button>
          </div>
        </form>
      )}
    </dialog>
  );
}

/** Moves the focus, which would be lost with the submitted form. */
const takeFocus = (element: HTMLElement | null): void => element?.focus();

function Foreseen({ answer }: { readonly answer: AskAnswer | string | null }) {
  if (answer === null) return <p class="quiet">Previewing the effect</p>;
  if (typeof answer === 'string') return <p class="notice warning">{answer}</p>;
  return (
    <div class="notice">
      <p>{sentence(answer.says)}</p>
      <Remarks of={answer} />
    </div>
  );
}

function Remarks({ of }: { readonly of: AskAnswer }) {
  return (
    <ul class="quiet">
      {of.remarks.map((remark) => (
        <li key={remark}>{remark}</li>
      ))}
    </ul>
  );
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
