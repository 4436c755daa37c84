import { dynamoLedger } from '../../lib/record/dynamo-ledger.ts';
import { ledgerSuite } from '../suites/ledger-suite.ts';
import { embeddedServer } from '../support/embedded-server.ts';

const emptyTable = embeddedServer();

// Another server of the protocol is tested the same way by passing its tables in here.
ledgerSuite('a ledger in DynamoDB', async () => ({ ledger: dynamoLedger(await emptyTable()) }));
