extension French {
    /// What people are mailed about their account.
    package static let mails: [String: String] = [
        "Hello,": "Bonjour,",
        "somebody asked for a new password for your Careline account, {0}. To set one, open this address within {1} {1|minute|minutes}. It works once:":
            "quelqu’un a demandé un nouveau mot de passe pour votre compte Careline, {0}. Pour en définir un, ouvrez cette adresse dans les {1} {1|minute|minutes}. Elle fonctionne une fois :",
        "If that was not you, do nothing: your password stays as it is.": "Si ce n’était pas vous, ne faites rien : votre mot de passe reste le même.",
        "somebody named this address for the Careline account {0}. If that was you, open this address within {1} {1|hour|hours}. It works once:":
            "quelqu’un a indiqué cette adresse e-mail pour le compte Careline {0}. Si c’était vous, ouvrez cette adresse dans les {1} {1|heure|heures}. Elle fonctionne une fois :",
        "If that was not you, do nothing: no more is sent here.": "Si ce n’était pas vous, ne faites rien : rien d’autre n’est envoyé ici.",
        "Your e-mail address was changed": "Votre adresse e-mail a été modifiée",
        "mails about your Careline account, {0}, go to another address from now on.":
            "les e-mails sur votre compte Careline, {0}, vont désormais à une autre adresse.",
        "If that was not you, tell those who run Careline at your clinic at once.":
            "Si ce n’était pas vous, prévenez aussitôt ceux qui exploitent Careline dans votre clinique.",
        "somebody asked for your Careline account, {0}, to be erased, with everything in it. That happens on {1}.":
            "quelqu’un a demandé l’effacement de votre compte Careline, {0}, avec tout ce qu’il contient. Il aura lieu le {1}.",
        "If you think again, or that was not you, log in before then, and keep it:":
            "Si vous changez d’avis, ou si ce n’était pas vous, connectez-vous avant, et conservez-le :",
        "Your password was changed": "Votre mot de passe a été modifié",
        "the password of your Careline account, {0}, was changed, and every other device was logged out.":
            "le mot de passe de votre compte Careline, {0}, a été modifié, et tous les autres appareils ont été déconnectés.",
        "If that was not you, set a new one now:": "Si ce n’était pas vous, définissez-en un nouveau maintenant :",
        "Signing in takes a code from now on": "La connexion demande désormais un code",
        "a second factor was set up for your Careline account, {0}: whoever signs in types a code, too.":
            "un second facteur a été ajouté à votre compte Careline, {0} : qui se connecte saisit aussi un code.",
        "A second factor was removed": "Un second facteur a été retiré",
        "a second factor of your Careline account, {0}, was removed.": "un second facteur de votre compte Careline, {0}, a été retiré.",
        "You are asked to act for somebody": "On vous demande d’agir pour quelqu’un",
        "{0} wants your Careline account, {1}, to act for them: to see and do for them what they can. To accept or decline, open:":
            "{0} souhaite que votre compte Careline, {1}, agisse en son nom : qu’il voie et fasse à sa place ce qui lui est possible. Pour accepter ou refuser, ouvrez :",
        "You may act for somebody now": "Vous pouvez désormais agir pour quelqu’un",
        "your Careline account, {0}, may act for {1} from now on. Either of you can end it:":
            "votre compte Careline, {0}, peut désormais agir pour {1}. Chacun de vous peut y mettre fin :",
        "You act for somebody no more": "Vous n’agissez plus pour quelqu’un",
        "your Careline account, {0}, does not act for {1} any more.": "votre compte Careline, {0}, n’agit plus pour {1}.",
        "Somebody was invited to act for you": "Quelqu’un a été invité à agir pour vous",
        "somebody was invited to act for your Careline account, {0}. If that was not you, take it back, and set a new password:":
            "quelqu’un a été invité à agir pour votre compte Careline, {0}. Si ce n’était pas vous, retirez l’invitation, et définissez un nouveau mot de passe :",
        "Somebody may act for you now": "Quelqu’un peut désormais agir pour vous",
        "somebody accepted to act for your Careline account, {0}. You see who it is, and can end it, here:":
            "quelqu’un a accepté d’agir pour votre compte Careline, {0}. Vous voyez qui c’est, et pouvez y mettre fin, ici :",
        "Somebody acts for you no more": "Quelqu’un n’agit plus pour vous",
        "one who acted for your Careline account, {0}, does not any more.": "quelqu’un qui agissait pour votre compte Careline, {0}, ne le fait plus.",
        "A passkey was added": "Une clé d’accès a été ajoutée",
        "a passkey was added to your Careline account, {0}: whoever has its device signs in with it.":
            "une clé d’accès a été ajoutée à votre compte Careline, {0} : qui a son appareil se connecte avec elle.",
        "Your second factors were taken away": "Vos seconds facteurs ont été retirés",
        "an operator took every second factor of your Careline account, {0}, away, and logged you out everywhere. Set up a new one when you sign in.":
            "un exploitant a retiré tous les seconds facteurs de votre compte Careline, {0}, et vous a déconnecté partout. Configurez-en un nouveau en vous connectant.",
        "If you did not ask for that, tell those who run Careline at your clinic at once.":
            "Si vous ne l’avez pas demandé, prévenez tout de suite ceux qui exploitent Careline dans votre clinique.",
        "You have new recovery codes": "Vous avez de nouveaux codes de secours",
        "recovery codes were made for your Careline account, {0}; those before are of no use any more.":
            "des codes de secours ont été créés pour votre compte Careline, {0} ; les précédents ne servent plus.",
        "If that was not you, set a new password now and take it back there, and tell those who run Careline at your clinic:":
            "Si ce n’était pas vous, définissez un nouveau mot de passe maintenant, annulez cet ajout sur la même page, et prévenez ceux qui exploitent Careline dans votre clinique :",
        "If that was not you, set a new password now, and tell those who run Careline at your clinic:":
            "Si ce n’était pas vous, définissez un nouveau mot de passe maintenant, et prévenez ceux qui exploitent Careline dans votre clinique :",
        "You are invited to an organisation": "Vous êtes invité à rejoindre une organisation",
        "{0} asks you to join them on Careline. To accept, log in at this address within {1} {1|day|days}, with an account whose e-mail address is this one, and confirmed:":
            "{0} vous invite à les rejoindre sur Careline. Pour accepter, connectez-vous à cette adresse dans les {1} {1|jour|jours}, avec un compte dont l’adresse e-mail est celle-ci, et confirmée :",
        "If you do not know them, do nothing: nobody joins by a mail alone.":
            "Si vous ne les connaissez pas, ne faites rien : personne ne rejoint par un simple e-mail."
    ]
}
