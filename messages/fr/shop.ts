export { default } from '../en/shop.ts';
