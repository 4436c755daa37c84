import { dynamoLedger } from '../../lib/record/dynamo-ledger.ts';
import { ledgerSuite } from '../suites/ledger-suite.ts';
import { embeddedServer } from '../support/embedded-server.ts';

const emptyTable = embeddedServer();

// Any other server of the protocol is held to the same by handing its tables in here.
ledgerSuite('a ledger in DynamoDB', async () => ({ ledger: dynamoLedger(await emptyTable()) }));
