import type { Translated } from '../translated.ts';
import type en from '../en/server.ts';

export default {
  refusals: {
    malformed: 'Não foi possível ler este pedido.',
    unsupported_media_type: 'Esta chamada só aceita JSON.',
    too_large: 'É demasiado de uma só vez.',
    invalid: 'Alguns campos precisam de ser revistos.',
    not_found: 'Não foi possível encontrar o que procura.',
    token_missing: 'Entre primeiro na sua conta, por favor.',
    token_invalid: 'A sua sessão expirou. Entre de novo, por favor.',
    foreign_origin: 'Esta chamada veio de outro site.',
    too_many_attempts:
      'Demasiadas tentativas. Tente de novo daqui a {seconds, plural, one {# segundo} many {# de segundos} other {# segundos}}, por favor.',
    too_many_requests:
      'Foi um pouco depressa demais. Tente de novo daqui a {seconds, plural, one {# segundo} many {# de segundos} other {# segundos}}, por favor.',
    busy: 'Estamos com muito movimento neste momento. Nada se perdeu; tente de novo daqui a pouco, por favor.',
    internal: 'Algo falhou do nosso lado. Nada foi alterado.',
    wrong_credentials: 'E-mail ou palavra-passe incorretos',
    not_activated: 'Esta conta ainda não foi ativada. Abra, por favor, o link que recebeu de nós por e-mail.',
    session_ended: 'A sua sessão foi terminada. Entre de novo, por favor.',
    provider_rejected: 'Não pudemos aceitar esta entrada pelo outro serviço. Tente de novo, por favor.',
    provider_unreachable:
      'O serviço com que entra não está a responder neste momento. Tente de novo daqui a pouco ou entre com a sua palavra-passe, por favor.',
    email_taken: 'Já existe uma conta com este endereço de e-mail. Entre primeiro com a palavra-passe dela.',
    link_expired: 'Este link já foi usado ou expirou. Peça um novo, por favor.',
    coupon_unknown: 'Não conhecemos este cupão. Verifique se está bem escrito, por favor.',
    coupon_not_started: 'Este cupão ainda não pode ser usado.',
    coupon_expired: 'Este cupão já terminou.',
    coupon_used_up: 'Este cupão já está esgotado.',
    coupon_already_used: 'Já usou este cupão.',
    coupon_not_applicable: 'Este cupão não abrange nenhum dos livros do seu carrinho.',
    coupon_minimum_not_met: 'O seu carrinho ainda não atinge o valor que este cupão exige.',
    price_changed:
      'Um preço mudou desde a última vez que o viu. Verifique o novo total antes de encomendar, por favor.',
    out_of_stock: 'Já não há exemplares suficientes de todos estes livros.',
    postal_code_invalid: 'Código postal inválido',
    idempotency_mismatch: 'Esta encomenda já foi enviada com outro conteúdo.',
    too_late: 'Já é tarde para isto: a encomenda entretanto avançou.',
    not_refundable: 'Não é possível reembolsar: não foi pago, já foi pedido, ou a entrega foi há mais de 30 dias.',
    too_many: 'Já não há lugar para mais.',
  },
  said: {
    registered: 'Para ativar a sua conta, abra, por favor, o link no e-mail que acaba de lhe ser enviado.',
    linkSent: 'Se existir uma conta com este endereço, já vai um e-mail a caminho.',
  },
  mails: {
    greeting: 'Olá {name},',
    goodbye: 'Um abraço de todos nós na {shop}',
    activate: {
      subject: 'Ative a sua conta na {shop}',
      text: 'Obrigado por criar uma conta na {shop}. Ative-a, por favor, nas próximas 24 horas:',
      button: 'Ativar a minha conta',
      ignore: 'Se não fez este pedido, não precisa de fazer nada.',
    },
    account_exists: {
      subject: 'Já tem uma conta na {shop}',
      text: 'Recebemos um pedido, provavelmente seu, para criar uma conta com este endereço, que já tem uma. Pode entrar ou pedir uma nova palavra-passe:',
      button: 'Entrar',
    },
    reset: {
      subject: 'Uma nova palavra-passe para a {shop}',
      text: 'Escolha uma nova palavra-passe no prazo de uma hora:',
      button: 'Escolher nova palavra-passe',
      ignore: 'Se não fez este pedido, a sua palavra-passe antiga continua válida e não precisa de fazer nada.',
    },
    password_changed: {
      subject: 'A sua palavra-passe na {shop} foi alterada',
      text: 'A sua palavra-passe foi alterada e a sessão foi terminada em todos os dispositivos. Se não foi por sua iniciativa, responda de imediato a este e-mail, por favor.',
    },
    session_reused: {
      subject: 'A sua sessão na {shop} foi terminada',
      text: 'Uma chave antiga da sua sessão voltou a ser usada, o que pode significar que alguém a copiou. Por isso, essa sessão foi terminada. Em caso de dúvida, altere a sua palavra-passe, por favor.',
    },
    provider_joined: {
      subject: 'Já pode entrar na {shop} com {provider}',
      text: 'Houve uma primeira entrada na sua conta da {shop} com {provider}, provavelmente feita por si. A conta passa a poder ser aberta também desta forma, e a sua palavra-passe continua válida. Se não foi por sua iniciativa, responda de imediato a este e-mail, por favor.',
    },
    order_placed: {
      subject: 'A sua encomenda {number} na {shop}',
      text: 'Obrigado! Recebemos a sua encomenda {number}.',
      transfer:
        'Transfira, por favor, {amount} para a conta seguinte. Enviamos os seus livros assim que o pagamento chegar.',
      bank: 'Banco: {bank}',
      accountName: 'Titular da conta: {name}',
      accountNumber: 'Número da conta: {number}',
      reference: 'Referência: {reference}',
      deliverTo: 'Entregar a',
      button: 'Ver a sua encomenda',
    },
    order_moved: {
      subject: 'Encomenda {number}: {state}',
      text: 'Novidades da sua encomenda {number}: {state}.',
      button: 'Ver a sua encomenda',
    },
    ticket_opened: {
      subject: 'A sua conversa {number}: {subject}',
      text: 'Obrigado por nos ter escrito. Recebemos a sua mensagem, com o número {number}, e respondemos no próximo dia útil. Foi isto que nos escreveu:',
      button: 'Ver a conversa',
    },
    ticket_answered: {
      subject: 'A nossa resposta à sua conversa {number}: {subject}',
      text: 'Respondemos à sua conversa {number}, «{subject}»:',
      button: 'Ler e responder',
    },
    ticket_closed: {
      subject: 'A sua conversa {number} foi fechada: {subject}',
      text: 'Fechámos a sua conversa {number}, «{subject}». Se ainda houver alguma questão, basta responder: a conversa volta a abrir.',
      button: 'Ver a conversa',
    },
    refund_moved: {
      subject: 'Reembolso da encomenda {number}: {state}',
      requested: 'Recebemos o seu pedido de reembolso de {amount} da encomenda {number}.',
      approved: 'Vamos reembolsar-lhe {amount} da encomenda {number}.',
      paid_out: 'Pagámos-lhe de volta {amount} da encomenda {number}.',
      declined: 'Não pudemos aceitar o seu pedido de reembolso de {amount} da encomenda {number}.',
      note: 'Mensagem da livraria: {note}',
      button: 'Ver a sua encomenda',
    },
  },
  statement: {
    date: 'Data',
    order: 'Encomenda',
    kind: 'Tipo',
    method: 'Meio',
    amount: 'Montante',
    balance: 'Saldo',
    broughtForward: 'Saldo transitado',
    kinds: {
      charge: 'Cobrança',
      payment: 'Pagamento',
      reversal: 'Cobrança anulada',
      refund: 'Reembolso concedido',
      payout: 'Reembolso pago',
    },
    methods: { bank_transfer: 'Transferência bancária' },
  },
} satisfies Translated<typeof en>;
