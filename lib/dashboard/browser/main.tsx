import { options, render } from 'preact';
import { App } from './app.tsx';
import { listen } from './live.ts';
import { showPlainly } from './plain-props.ts';

// The token has done its work: it should not stay in the address bar, where it is read over a shoulder.
const address = new URL(location.href);
if (address.searchParams.has('token')) {
  address.searchParams.delete('token');
  history.replaceState(null, '', address);
}

// Names and words of the cloud are shown all over the page, and this is where each of them passes.
options.vnode = ({ type, props }) => {
  if (typeof type === 'string') showPlainly(props);
};

const page = document.getElementById('page');
if (page !== null) {
  page.replaceChildren();
  render(<App />, page);
  listen();
}
