export { Html, html, trusted } from './html';
