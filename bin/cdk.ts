import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { readDeployedFile } from '../lib/infra/deployed-file.ts';
import { addStages } from '../lib/infra/stages.ts';
import { buildFunctions } from './build-functions.ts';

buildFunctions(join(import.meta.dirname, '../dist/functions'));
addStages(new App(), readDeployedFile());
