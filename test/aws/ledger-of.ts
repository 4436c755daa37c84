import { dynamoClient } from '../../lib/record/dynamo-client.ts';
import { dynamoLedger } from '../../lib/record/dynamo-ledger.ts';
import type { Ledger } from '../../lib/record/ledger.ts';
import type { RunningStack } from './deployed-stack.ts';
import { type Moto, region } from './moto.ts';

/** Opens the ledger of a stack, in the table that the emulator made for it. */
export const ledgerOf = (moto: Moto, stack: RunningStack): Ledger =>
  dynamoLedger({
    client: dynamoClient({
      endpoint: moto.url,
      region,
      credentials: { accessKeyId: 'AKIA', secretAccessKey: 'secret' },
    }),
    table: stack.physicalId('SpendwatchLedger'),
  });
