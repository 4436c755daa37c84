import fc from 'fast-check';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { readErrorReply } from '../../../lib/clouds/http/error-reply.ts';
import { CloudError } from '../../../lib/clouds/http/errors.ts';
import { firstMismatch } from '../../../lib/clouds/http/mismatch.ts';
import { everyPage } from '../../../lib/clouds/http/pages/pages.ts';
import { compiled } from '../../../lib/clouds/http/read-record.ts';
import { openReading } from '../../../lib/clouds/http/reading.ts';
import { instant } from '../../../lib/model/time/time.ts';
import { contract } from '../../../lib/simulators/compute/contract/contract.ts';
import { runs } from '../../support/tier.ts';

const hide = (text: string) => text;
const terms = () => ({ hide, reading: openReading('list') });
const operations = Object.values(contract);
const lists = operations.filter((operation) => operation.kind === 'list');
const singles = operations.filter((operation) => operation.kind === 'single');

/** Objects that look a little like what the cloud sends, with anything at all in their fields. */
const nearly = fc.dictionary(
  fc.constantFrom(
    'id',
    'VM',
    'price',
    'priceHr',
    'metadata',
    'createTime',
    'vcpus',
    'spend',
    'amount',
    '__proto__',
  ),
  fc.jsonValue({ maxDepth: 3 }),
);
const anything = fc.oneof(fc.jsonValue(), nearly);

it('a list returns items and flaws or fails with an error of the client, whatever the reply', async () => {
  const paging = { pageToken: anything, pageSize: anything, totalCount: anything };
  const page = (field: string) =>
    fc.oneof(
      anything,
      fc.record({ [field]: fc.oneof(anything, fc.array(nearly)), ...paging }, { requiredKeys: [] }),
    );
  const listAndReply = fc
    .constantFrom(...lists)
    .chain((list) => fc.tuple(fc.constant(list), page(list.field)));
  await fc.assert(
    fc.asyncProperty(listAndReply, async ([list, reply]) => {
      try {
        const { flaws } = await everyPage(list, async () => JSON.parse(JSON.stringify(reply)), terms());
        for (const { path, because } of flaws) expect([path, because]).not.toContain('');
      } catch (error) {
        if (!(error instanceof CloudError)) throw error;
        // An endless list has too many pages at some point.
        expect(error.operation).toBe(list.id);
        expect(['contract', 'too-much']).toContain(error.kind);
      }
    }),
    runs(500),
  );
});

it('a compiled schema reads every reply as the schema itself does', () => {
  const schemas = operations.map((operation) =>
    operation.kind === 'list' ? operation.item : operation.reply,
  );
  fc.assert(
    fc.property(fc.constantFrom<z.ZodType>(...schemas), anything, (schema, reply) => {
      const [plain, quick] = [z.safeParse(schema, reply), z.safeParse(compiled(schema), reply)];
      expect(quick.data).toEqual(plain.data);
      expect(quick.error?.issues).toEqual(plain.error?.issues);
    }),
    runs(500),
  );
});

it('a mismatch always has a description, whatever the reply', () => {
  fc.assert(
    fc.property(fc.constantFrom(...singles), anything, (operation, reply) => {
      const read = operation.reply.safeParse(reply);
      if (!read.success) expect(firstMismatch(read.error).because).not.toBe('');
    }),
    runs(500),
  );
});

it('a refusal becomes an error with its status, whatever its body and headers', () => {
  const body = fc.oneof(
    fc.string(),
    anything.map((value) => JSON.stringify(value)),
  );
  const header = fc.option(fc.string(), { nil: undefined });
  fc.assert(
    fc.property(
      fc.integer({ min: 300, max: 599 }),
      body,
      header,
      header,
      (status, text, date, retryAfter) => {
        const reply = { status, headers: { date, 'retry-after': retryAfter }, text };
        const error = readErrorReply('stopVm', reply, instant(0), hide);
        expect(error.status).toBe(status);
        expect(error.retryAfter ?? 0).toBeGreaterThanOrEqual(0);
      },
    ),
  );
});
