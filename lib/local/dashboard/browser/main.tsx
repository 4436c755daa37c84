import { render } from 'preact';
import { App } from './app.tsx';
import { listen } from './live.ts';

// The token has done its work: it should not stay in the address bar, where it is read over a shoulder.
const address = new URL(location.href);
if (address.searchParams.has('token')) {
  address.searchParams.delete('token');
  history.replaceState(null, '', address);
}

const page = document.getElementById('page');
if (page !== null) {
  page.replaceChildren();
  render(<App />, page);
  listen();
}
