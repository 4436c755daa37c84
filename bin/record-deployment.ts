import { recordDeployment } from '../lib/infra/deployed-file.ts';

recordDeployment();
