// The usual theme, with the fonts that a system has.
export { default } from 'vitepress/theme-without-fonts';
