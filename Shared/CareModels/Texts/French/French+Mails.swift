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
        "Your password was changed": "Votre mot de passe a été modifié",
        "the password of your Careline account, {0}, was changed, and every other device was logged out.":
            "le mot de passe de votre compte Careline, {0}, a été modifié, et tous les autres appareils ont été déconnectés.",
        "If that was not you, set a new one now:": "Si ce n’était pas vous, définissez-en un nouveau maintenant :",
        "Signing in takes a code from now on": "La connexion demande désormais un code",
        "a second factor was set up for your Careline account, {0}: whoever signs in types a code, too.":
            "un second facteur a été ajouté à votre compte Careline, {0} : qui se connecte saisit aussi un code.",
        "A second factor was removed": "Un second facteur a été retiré",
        "a second factor of your Careline account, {0}, was removed.": "un second facteur de votre compte Careline, {0}, a été retiré.",
        "You have new recovery codes": "Vous avez de nouveaux codes de secours",
        "recovery codes were made for your Careline account, {0}; those before are of no use any more.":
            "des codes de secours ont été créés pour votre compte Careline, {0} ; les précédents ne servent plus.",
        "If that was not you, set a new password now, and tell those who run Careline at your clinic:":
            "Si ce n’était pas vous, définissez un nouveau mot de passe maintenant, et prévenez ceux qui exploitent Careline dans votre clinique :",
        "You are invited to an organisation": "Vous êtes invité à rejoindre une organisation",
        "{0} asks you to join them on Careline. To accept, log in at this address within {1} {1|day|days}, with an account whose e-mail address is this one, and confirmed:":
            "{0} vous invite à les rejoindre sur Careline. Pour accepter, connectez-vous à cette adresse dans les {1} {1|jour|jours}, avec un compte dont l’adresse e-mail est celle-ci, et confirmée :",
        "If you do not know them, do nothing: nobody joins by a mail alone.":
            "Si vous ne les connaissez pas, ne faites rien : personne ne rejoint par un simple e-mail."
    ]
}
