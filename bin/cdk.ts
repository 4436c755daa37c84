import { App } from 'aws-cdk-lib';
import { readDeployedFile } from '../lib/infra/deployed-file.ts';
import { addStages } from '../lib/infra/stages.ts';

addStages(new App(), readDeployedFile());
