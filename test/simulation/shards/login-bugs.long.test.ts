import { catches } from '../bugs/catches.ts';
import { loginBugs } from '../bugs/login-bugs.ts';

catches(loginBugs);
