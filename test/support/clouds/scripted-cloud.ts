import { CloudError, type CloudErrorKind } from '../../../lib/clouds/http/errors.ts';
import type {
  AnyOperation,
  CloudClient,
  ListOperation,
  Operation,
  OperationInput,
  OperationReply,
} from '../../../lib/clouds/http/operation.ts';
import { gather } from '../../../lib/clouds/http/pages/listing.ts';
import { readRecord } from '../../../lib/clouds/http/read-record.ts';
import { openReading } from '../../../lib/clouds/http/reading.ts';
import type { contract } from '../../../lib/simulators/compute/contract/contract.ts';

type Input = Readonly<Record<string, unknown>>;
/** The platform's answer: the reply as JSON, or for a list its items. Throw a `failing(...)` to fail. */
type Answer = (input: Input) => unknown;
export type Answers<Operation extends string = keyof typeof contract> = Partial<Record<Operation, Answer>>;

export type ScriptedCloud = CloudClient & {
  /** Every request in order, such as "getVm lab/box". */
  readonly asked: readonly string[];
  /** Replaces the answer to one operation from now on. */
  answer(operation: keyof typeof contract, answer: Answer): void;
};

export const failing = (kind: CloudErrorKind, message: string = kind): CloudError =>
  new CloudError(kind, { operation: 'scripted', message });

/**
 * Returns a cloud that answers by script, through the contract: a mismatch is a flaw or an error, as with the real
 * one.
 */
export function scriptedCloud(answers: Answers<string>): ScriptedCloud {
  const script = new Map(Object.entries(answers));
  const asked: string[] = [];
  const answerTo = async (operation: AnyOperation, input: Input): Promise<unknown> => {
    asked.push([operation.id, Object.values(input).join('/')].join(' ').trim());
    const answer = script.get(operation.id);
    if (answer === undefined) throw failing('not-found', `the script knows no ${operation.id}`);
    return answer(input);
  };
  return {
    asked,
    answer: (operation, answer) => void script.set(operation, answer),
    async call<O extends Operation>(operation: O, input: OperationInput<O>): Promise<OperationReply<O>> {
      const read = readRecord<O['reply']>(operation.reply, await answerTo(operation, { ...input }));
      if (read.kind === 'read') return read.record;
      throw failing('contract', `${read.mismatch.path}: ${read.mismatch.because}`);
    },
    async list<O extends ListOperation>(operation: O, input: OperationInput<O>) {
      const items = await answerTo(operation, { ...input });
      if (!Array.isArray(items)) throw new Error(`the script gives no list for ${operation.id}`);
      const gathering = gather(operation, { hide: (text) => text, reading: openReading('list') });
      gathering.add(items);
      return gathering.listing();
    },
  };
}
