import { options, render } from 'preact';
import { App } from './app.tsx';
import { listen } from './live.ts';
import { showPlainly } from './plain-props.ts';

// The token is used up. It must not stay in the address bar, where others could read it.
const address = new URL(location.href);
if (address.searchParams.has('token')) {
  address.searchParams.delete('token');
  history.replaceState(null, '', address);
}

// Text from the cloud is shown all over the page; every element passes here.
options.vnode = ({ type, props }) => {
  if (typeof type === 'string') showPlainly(props);
};

const page = document.getElementById('page');
if (page !== null) {
  page.replaceChildren();
  render(<App />, page);
  listen();
}
