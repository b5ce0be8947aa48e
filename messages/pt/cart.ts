export { default } from '../en/cart.ts';
