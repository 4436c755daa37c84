import { CloudError, type CloudErrorKind } from '../../../lib/cloud/errors.ts';
import type { AnyOperation, Cloud, ItemOf, Listing, ReplyOf } from '../../../lib/cloud/operation.ts';
import { type Instant, later } from '../../../lib/model/time.ts';
import type { Engine } from './engine.ts';
import type { Process } from './process.ts';

const refusals: readonly [CloudErrorKind, ...CloudErrorKind[]] = [
  'rate-limited',
  'unavailable',
  'timeout',
  'unreachable',
];

/** The cloud as one process reaches it. */
export function gatedCloud({ gate, cloud, time }: Engine, process: Process): Cloud {
  function ask({ id: operation }: AnyOperation, input: object, sendBy?: Instant): Promise<unknown> {
    const asked: Readonly<Record<string, unknown>> = { ...input };
    const askedAt = time.now();
    const isLate = (): boolean => sendBy !== undefined && later(time.now(), process.skew) > sendBy;
    if (isLate()) return Promise.reject(tooLate(operation));
    return gate.pass<unknown>(process, {
      io: { port: 'cloud', name: operation, target: targetIn(operation, asked), ...vmIn(operation, asked) },
      perform(isFlawed) {
        // What comes late was held up on its way, or, every second time, before it was sent at all.
        if (isLate() && time.now() % 2 === 0) throw tooLate(operation);
        return cloud({ process, operation, input: asked, askedAt, isFlawed });
      },
      fail(how, index) {
        if (how === 'lost') throw new CloudError('timeout', { operation, message: 'no answer in time' });
        const kind = refusals[index % refusals.length] ?? refusals[0];
        throw new CloudError(kind, { operation, message: `not now (${kind})` });
      },
    });
  }

  // The model answers each operation with what its contract says; a type cannot follow it through a table.
  return {
    call: (operation, input, options) =>
      ask(operation, input, options?.sendBy) as Promise<ReplyOf<typeof operation>>,
    list: (operation, input) => ask(operation, input) as Promise<Listing<ItemOf<typeof operation>>>,
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
