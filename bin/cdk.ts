import { App } from 'aws-cdk-lib';
import { addStages } from '../lib/infra/stages.ts';

addStages(new App());
