import type { Translated } from '../translated.ts';
import type en from '../en/cart.ts';

export default {
  title: 'O seu carrinho',
  empty: 'O seu carrinho está vazio.',
  emptyHint: 'Uma boa noite começa sempre com um livro.',
  browse: 'Dar uma volta pela livraria',
  added: '“\u2068{title}\u2069” está no seu carrinho.',
  removed: '“\u2068{title}\u2069” saiu do carrinho.',
  undo: 'Voltar a pôr',
  close: 'Fechar',
  checkout: 'Finalizar compra',
  seeCart: 'Ver o carrinho',
  qty: 'Exemplares de {title}',
  fewer: 'Menos um exemplar de {title}',
  more: 'Mais um exemplar de {title}',
  remove: 'Remover \u2068{title}\u2069',
  onlyLeft:
    '{count, plural, one {Só resta # exemplar.} many {Só restam # de exemplares.} other {Só restam # exemplares.}}',
  gone: 'Esgotado. Remova este livro para continuar.',
  missing:
    '{count, plural, one {Um livro já não está à venda e saiu do seu carrinho.} many {# de livros já não estão à venda e saíram do seu carrinho.} other {# livros já não estão à venda e saíram do seu carrinho.}}',
  count: '{count, plural, =0 {Nenhum livro} one {# livro} many {# de livros} other {# livros}}',
  postalCode: 'Código postal',
  postalCodeHint: 'Cinco algarismos; é ele que define o custo da entrega.',
  estimate: 'Ver custo de entrega',
  missingForFree: 'Faltam {amount} para ter entrega grátis.',
  freeReached: 'A entrega é grátis.',
  loading: 'Um momento, vamos ver os preços de hoje…',
  failed: 'Não foi possível carregar os preços. O seu carrinho está a salvo.',
  again: 'Tentar de novo',
  update: 'Atualizar',
  report: {
    kept: 'O seu carrinho veio consigo',
    short: '“\u2068{title}\u2069”: restam {left, number}, queria {wanted, number}.',
    sold: '“\u2068{title}\u2069” está esgotado de momento.',
    take: 'Levar o que há',
    saving: 'Com os preços de membro poupa {amount}.',
    guest: 'Os membros pagam menos {amount} por este carrinho.',
    signIn: 'Entrar',
    dismiss: 'Entendido',
  },
} satisfies Translated<typeof en>;
