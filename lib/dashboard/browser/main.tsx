import { options, render } from 'preact';
import { App } from './app.tsx';
import { showPlainly } from './plain-props.ts';
import { listen } from './state/live.ts';

// The token has been used. It must not stay in the address bar, where others could read it.
const address = new URL(location.href);
if (address.searchParams.has('token')) {
  address.searchParams.delete('token');
  history.replaceState(null, '', address);
}

// Text from the cloud appears all over the page; every element passes through this hook.
options.vnode = ({ type, props }) => {
  if (typeof type === 'string') showPlainly(props);
};

const page = document.getElementById('page');
if (page !== null) {
  page.replaceChildren();
  render(<App />, page);
  listen();
}
