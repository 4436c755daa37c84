import { otherThanAsked } from '../../../lib/clouds/http/asked-id.ts';
import { ClockError, findClockError } from '../../../lib/clouds/http/clock-error.ts';
import { CloudError, type CloudErrorKind } from '../../../lib/clouds/http/errors.ts';
import type {
  AnyOperation,
  CloudClient,
  Listing,
  OperationItem,
  OperationReply,
  RequestTerms,
} from '../../../lib/clouds/http/operation.ts';
import {
  computeSpan,
  type Instant,
  instant,
  later,
  milliseconds,
  seconds,
} from '../../../lib/model/time/time.ts';
import { spellsAt, spellsOf } from '../spell.ts';
import type { Engine, EngineConnection } from './engine.ts';
import { hasWrongClock, type Process, runLimit, usualSkew } from './process.ts';

const refusals: readonly [CloudErrorKind, ...CloudErrorKind[]] = [
  'rate-limited',
  'unavailable',
  'timeout',
  'unreachable',
];

/** Returns the cloud of a connection as one process reaches it. */
export function gatedCloud(
  { gate, cloud, wire, spells, observer, seen }: EngineConnection,
  { time, spells: ofMachine }: Pick<Engine, 'time' | 'spells'>,
  raw: Process,
): CloudClient {
  const process = seen(raw);
  /** True if the cloud sends its time, which is not asked for where neither clock, its own or the machine's, is ever wrong. */
  const showsTime =
    Math.abs(process.skew) > usualSkew || spellsOf([...spells, ...ofMachine], 'wrong-clocks').length > 0;
  let isConfirmed = false;

  function ask(
    { id, method, ...contract }: AnyOperation,
    given: object,
    { sendBy, asker, reading }: RequestTerms = {},
  ): Promise<unknown> {
    const { operation, input: asked } = wire.asked(id, { ...given }, reading);
    const reply = 'reply' in contract ? contract.reply : null;
    const askedAt = time.now();
    const isLate = (): boolean => sendBy !== undefined && later(time.now(), raw.skew) > sendBy;
    if (isLate()) return Promise.reject(tooLate(operation));
    const target = targetIn(operation, asked);
    const io = { port: 'cloud' as const, name: operation, target, ...vmIn(operation, asked) };

    /** Waits as long as the client does for an answer that never comes. */
    async function hang(): Promise<never> {
      observer.struck(process, io, { kind: 'refused' });
      observer.hung(process, io, false);
      const left = computeSpan(time.now(), later(process.startedAt, runLimit));
      const patience = milliseconds(Math.max(0, Math.min(asker?.patience ?? seconds(30), left)));
      await new Promise<void>((resolve) => time.after(patience, resolve));
      observer.hung(process, io, true);
      throw new CloudError('timeout', { operation, message: 'no answer in time' });
    }

    const passed = gate.pass<unknown>(process, {
      io,
      perform(isFlawed) {
        const isTurnedAway = spellsAt(spells, 'lost-keys', time.now()).some(({ job }) => job === process.job);
        const isHung = spellsAt(spells, 'hanging-questions', time.now()).some(
          (spell) => spell.name === operation || (spell.target !== null && spell.target === target),
        );
        if (isHung && !isTurnedAway && method === 'GET') return hang();
        const clockError = method === 'GET' ? clockErrorSince(askedAt) : null;
        if (clockError !== null) throw clockError;
        if (isTurnedAway) {
          observer.struck(process, io, { kind: 'refused' });
          throw new CloudError('unauthenticated', {
            operation,
            message: 'the key is not valid',
            status: 401,
          });
        }
        // A late request was delayed in transit or, every second time, before it was sent.
        if (isLate() && time.now() % 2 === 0) throw tooLate(operation);
        const answer = cloud({ process, operation, input: asked, askedAt, isFlawed });
        const other = reply === null ? null : otherThanAsked(reply, answer, given);
        if (other === null) return answer;
        observer.struck(process, io, { kind: 'refused' });
        throw new CloudError('contract', { operation, message: `it is about another resource, ${other}` });
      },
      fail(how, index) {
        if (how === 'lost') throw new CloudError('timeout', { operation, message: 'no answer in time' });
        const kind = refusals[index % refusals.length] ?? refusals[0];
        throw new CloudError(kind, { operation, message: `not now (${kind})` });
      },
    });
    void passed.then(
      () => {
        if (target !== null) observer.answered(process, target, operation, String(asked['id']));
      },
      (error: unknown) => {
        if (error instanceof CloudError && error.kind === 'not-found' && target !== null)
          observer.notFound(process, target, operation, String(asked['id']));
      },
    );
    return showsTime ? timed(passed) : passed;
  }

  /** Returns the clock error by the whole seconds of a reply, as the client does, where a clock is slightly off. */
  function clockErrorSince(askedAt: Instant): ClockError | null {
    if (hasWrongClock(process)) return new ClockError(milliseconds(-process.skew));
    const date = instant(Math.floor(time.now() / 1_000) * 1_000);
    const sentAt = later(askedAt, process.skew);
    const took = computeSpan(askedAt, time.now());
    return showsTime
      ? findClockError({ operation: 'any', status: 200, limits: {}, date, sentAt, took })
      : null;
  }

  /** Records that an answer confirmed the time, even if our clock is wrong. */
  async function timed<T>(passed: Promise<T>): Promise<T> {
    try {
      const answer = await passed;
      isConfirmed = true;
      observer.timeTold(process);
      return answer;
    } catch (error) {
      if (error instanceof ClockError) observer.timeTold(process);
      throw error;
    }
  }

  // The model answers each operation as its contract says; types cannot express this through a table.
  return {
    call: (operation, input, asking) =>
      ask(operation, input, asking) as Promise<OperationReply<typeof operation>>,
    list: (operation, input, asking) =>
      ask(operation, input, asking) as Promise<Listing<OperationItem<typeof operation>>>,
    ...(showsTime && { tellsTime: () => isConfirmed }),
  };
}

const tooLate = (operation: string): CloudError =>
  new CloudError('timeout', { operation, message: 'it is too late to send it', neverSent: true });

const vmIn = (operation: string, { id }: Readonly<Record<string, unknown>>): { readonly vm?: string } =>
  operation === 'monitorVm' ? { vm: String(id) } : {};

function targetIn(operation: string, input: Readonly<Record<string, unknown>>): string | null {
  const project = input['projectId'] ?? (operation === 'getCurrentSpend' ? input['id'] : undefined);
  if (project !== undefined) return `project/${String(project)}`;
  const account = input['billingAccountId'] ?? input['id'];
  return account === undefined ? null : `account/${String(account)}`;
}
