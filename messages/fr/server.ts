import type { Translated } from '../translated.ts';
import type en from '../en/server.ts';

export default {
  refusals: {
    malformed: 'Cette requête n’a pas pu être lue.',
    unsupported_media_type: 'Cet appel n’accepte que du JSON.',
    too_large: 'C’est trop à la fois.',
    invalid: 'Certaines saisies sont à revoir.',
    not_found: 'Nous n’avons pas trouvé ce que vous cherchez.',
    token_missing: 'Veuillez d’abord vous connecter.',
    token_invalid: 'Votre session a expiré. Veuillez vous reconnecter.',
    foreign_origin: 'Cet appel provient d’un autre site.',
    too_many_attempts: 'Trop de tentatives. Veuillez réessayer {wait}.',
    too_many_requests: 'C’était un peu rapide. Veuillez réessayer {wait}.',
    busy: 'Il y a foule en ce moment. Rien n’est perdu ; veuillez réessayer dans un instant.',
    internal: 'Une erreur s’est produite de notre côté. Rien n’a été modifié.',
    wrong_credentials: 'E-mail ou mot de passe incorrect',
    not_activated: 'Ce compte n’est pas encore activé. Veuillez ouvrir le lien de l’e-mail que nous vous avons envoyé.',
    session_ended: 'Votre session est terminée. Veuillez vous reconnecter.',
    provider_rejected: 'Nous n’avons pas pu accepter cette connexion par l’autre service. Veuillez réessayer.',
    provider_unreachable:
      'Le service avec lequel vous vous connectez ne répond pas pour le moment. Veuillez réessayer dans un instant ou vous connecter avec votre mot de passe.',
    email_taken: 'Un compte existe déjà avec cette adresse e-mail. Connectez-vous d’abord avec son mot de passe.',
    link_expired: 'Ce lien a déjà servi ou a expiré. Veuillez en demander un nouveau.',
    coupon_unknown: 'Nous ne connaissons pas ce bon de réduction. Veuillez vérifier l’orthographe.',
    coupon_not_started: 'Ce bon de réduction n’est pas encore utilisable.',
    coupon_expired: 'Ce bon de réduction a expiré.',
    coupon_used_up: 'Ce bon de réduction est épuisé.',
    coupon_already_used: 'Vous avez déjà utilisé ce bon de réduction.',
    coupon_not_applicable: 'Ce bon de réduction ne s’applique à aucun des livres de votre panier.',
    coupon_minimum_not_met: 'Votre panier n’atteint pas le montant que demande ce bon de réduction.',
    price_changed:
      'Un prix a changé depuis votre dernière visite. Veuillez vérifier le nouveau total avant de commander.',
    out_of_stock: 'Ces livres ne sont plus tous disponibles en cette quantité.',
    postal_code_invalid: 'Code postal non valide',
    idempotency_mismatch: 'Cette commande a déjà été envoyée avec un autre contenu.',
    too_late: 'Il est trop tard pour cela : la commande a déjà avancé.',
    not_refundable:
      'Remboursement impossible : la commande n’a pas été payée, la demande est déjà faite, ou la livraison remonte à plus de 30 jours.',
    too_many: 'Il n’y a plus de place pour en ajouter.',
  },
  wait: {
    seconds: 'dans {count, plural, one {# seconde} many {# de secondes} other {# secondes}}',
    minutes: 'dans {count, plural, one {# minute} many {# de minutes} other {# minutes}}',
    hours: 'dans {count, plural, one {# heure} many {# d’heures} other {# heures}}',
  },
  said: {
    registered: 'Pour activer votre compte, veuillez ouvrir le lien de l’e-mail que nous venons de vous envoyer.',
    linkSent: 'Si un compte existe avec cette adresse, un e-mail est en route.',
    newAddress: 'Si cette adresse peut être utilisée, un e-mail contenant un lien vient d’y être envoyé.',
  },
  mails: {
    greeting: 'Bonjour {name},',
    goodbye: 'Chaleureusement, toute l’équipe {shop}',
    activate: {
      subject: 'Activez votre compte chez {shop}',
      text: 'Merci d’avoir créé un compte chez {shop}. Veuillez l’activer dans les 24 heures :',
      button: 'Activer mon compte',
      ignore: 'Si ce n’était pas vous, vous n’avez rien à faire.',
    },
    account_exists: {
      subject: 'Vous avez déjà un compte chez {shop}',
      text: 'Quelqu’un, sans doute vous, a voulu créer un compte avec cette adresse, qui en a déjà un. Vous pouvez vous connecter ou demander un nouveau mot de passe :',
      button: 'Se connecter',
    },
    reset: {
      subject: 'Un nouveau mot de passe pour {shop}',
      text: 'Choisissez un nouveau mot de passe dans l’heure qui vient :',
      button: 'Choisir un nouveau mot de passe',
      ignore: 'Si ce n’était pas vous, votre ancien mot de passe fonctionne toujours et vous n’avez rien à faire.',
    },
    password_changed: {
      subject: 'Votre mot de passe chez {shop} a été modifié',
      text: 'Votre mot de passe a été modifié et les autres appareils ont été déconnectés. Si ce n’était pas vous, veuillez répondre à cet e-mail sans attendre.',
    },
    email_change: {
      subject: 'Votre nouvelle adresse pour {shop}',
      text: 'Veuillez confirmer dans l’heure que cette adresse e-mail est désormais la vôtre chez {shop} :',
      button: 'Confirmer cette adresse',
      ignore: 'Si ce n’était pas vous, vous n’avez rien à faire : sans ce lien, rien ne change.',
    },
    email_change_asked: {
      subject: 'Une autre adresse e-mail pour votre compte chez {shop}',
      text: 'Quelqu’un, sans doute vous, a demandé que votre compte passe à une autre adresse e-mail. Nous y avons envoyé un lien ; rien ne change tant qu’il n’est pas ouvert. Si ce n’était pas vous, veuillez changer votre mot de passe.',
    },
    email_changed: {
      subject: 'Votre adresse e-mail chez {shop} a été modifiée',
      text: 'Votre compte a désormais une autre adresse e-mail, et c’est là que nous vous écrirons. Si ce n’était pas vous, veuillez répondre à cet e-mail sans attendre.',
    },
    account_deleted: {
      subject: 'Votre compte chez {shop} a été supprimé',
      text: 'Votre compte est supprimé, avec vos adresses, votre liste d’envies et vos messages. Ce que la loi nous demande de garder de vos commandes passées, nous le gardons sans votre nom. Les commandes encore en route vous parviendront ; nous oublierons ensuite où elles sont allées. Merci d’avoir lu avec nous.',
    },
    session_reused: {
      subject: 'Nous avons fermé votre session chez {shop}',
      text: 'Une ancienne clé de votre session a été réutilisée : quelqu’un l’a peut-être copiée. Nous avons fermé cette session. En cas de doute, veuillez changer votre mot de passe.',
    },
    provider_joined: {
      subject: 'Vous pouvez désormais vous connecter chez {shop} avec {provider}',
      text: 'Quelqu’un, sans doute vous, s’est connecté pour la première fois chez {shop} avec {provider}. Votre compte s’ouvre désormais aussi de cette façon, et votre mot de passe fonctionne toujours. Si ce n’était pas vous, veuillez répondre à cet e-mail sans attendre.',
    },
    order_placed: {
      subject: 'Votre commande {number} chez {shop}',
      text: 'Merci ! Nous avons bien reçu votre commande {number}.',
      transfer:
        'Veuillez virer {amount} sur le compte suivant. Nous envoyons vos livres dès que le paiement est arrivé.',
      bank: 'Banque : {bank}',
      accountName: 'Titulaire du compte : {name}',
      accountNumber: 'Numéro de compte : {number}',
      reference: 'Référence : {reference}',
      deliverTo: 'Adresse de livraison',
      button: 'Voir votre commande',
    },
    order_moved: {
      subject: 'Commande {number} : {state}',
      text: 'Des nouvelles de votre commande {number} : {state}.',
      button: 'Voir votre commande',
    },
  },
  statement: {
    date: 'Date',
    order: 'Commande',
    kind: 'Nature',
    method: 'Mode',
    amount: 'Montant',
    balance: 'Solde',
    broughtForward: 'Solde reporté',
    kinds: {
      charge: 'Facturation',
      payment: 'Paiement',
      reversal: 'Facturation annulée',
      refund: 'Remboursement accordé',
      payout: 'Remboursement versé',
    },
    methods: { bank_transfer: 'Virement bancaire' },
  },
} satisfies Translated<typeof en>;
