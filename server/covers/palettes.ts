/**
 * The colors of a cover. `ink` is legible on `ground`, `print` on `paper` (at least 4.5:1, tested); `accent` and `soft` are
 * for ornaments only.
 */
export type Palette = {
  name: string;
  ground: string;
  ink: string;
  paper: string;
  print: string;
  accent: string;
  soft: string;
};

export const PALETTES: readonly [Palette, ...Palette[]] = [
  {
    name: 'plum',
    ground: '#5f447b',
    ink: '#f7ecd9',
    paper: '#f1e5d0',
    print: '#4b3363',
    accent: '#dda15e',
    soft: '#8a6fa8',
  },
  {
    name: 'midnight',
    ground: '#27405f',
    ink: '#f4e8d3',
    paper: '#efe2c9',
    print: '#233a57',
    accent: '#d9853b',
    soft: '#56769a',
  },
  {
    name: 'forest',
    ground: '#32523f',
    ink: '#f3e8d0',
    paper: '#eee3c8',
    print: '#294536',
    accent: '#d8a540',
    soft: '#6f9377',
  },
  {
    name: 'oxblood',
    ground: '#7d2f35',
    ink: '#f7e8d5',
    paper: '#f2e2cb',
    print: '#6c272d',
    accent: '#e2a65c',
    soft: '#ad5f58',
  },
  {
    name: 'terracotta',
    ground: '#b14e2f',
    ink: '#fff5e6',
    paper: '#f6e5cc',
    print: '#87381d',
    accent: '#f0bb62',
    soft: '#d18260',
  },
  {
    name: 'ochre',
    ground: '#d9a441',
    ink: '#3a2413',
    paper: '#f7e8c8',
    print: '#4d3014',
    accent: '#a6412b',
    soft: '#eac87f',
  },
  {
    name: 'sage',
    ground: '#b5c09d',
    ink: '#26352a',
    paper: '#f3eddb',
    print: '#2f4234',
    accent: '#b65830',
    soft: '#8da07c',
  },
  {
    name: 'duckegg',
    ground: '#a6c2c1',
    ink: '#1f3440',
    paper: '#f4eee0',
    print: '#234250',
    accent: '#c3663f',
    soft: '#7ba3a6',
  },
  {
    name: 'shell',
    ground: '#e3b9a6',
    ink: '#4a1f2b',
    paper: '#f9ecdd',
    print: '#5c2534',
    accent: '#94384a',
    soft: '#cf937f',
  },
  {
    name: 'stone',
    ground: '#d9ccb3',
    ink: '#33291f',
    paper: '#f6efdf',
    print: '#3b2f24',
    accent: '#735394',
    soft: '#b7a584',
  },
  {
    name: 'teal',
    ground: '#205a5d',
    ink: '#f5ebd7',
    paper: '#f0e5ce',
    print: '#184b4e',
    accent: '#e59d6d',
    soft: '#559090',
  },
  {
    name: 'lilac',
    ground: '#c2b1d1',
    ink: '#33214a',
    paper: '#f6eee4',
    print: '#412b5b',
    accent: '#7a4f9a',
    soft: '#9f88b8',
  },
  {
    name: 'cobalt',
    ground: '#2f4c92',
    ink: '#faf2e2',
    paper: '#f3e9d5',
    print: '#2a4484',
    accent: '#e8bf62',
    soft: '#6d88c4',
  },
  {
    name: 'tangerine',
    ground: '#de7a3a',
    ink: '#2c150b',
    paper: '#fbead0',
    print: '#8a3d12',
    accent: '#7b2b2b',
    soft: '#efa66d',
  },
];
