extension French {
    /// Notifications, what alerts explain, statuses and dates.
    package static let notices: [String: String] = [
        // Notifications, which may appear on a locked screen.
        "Appointment booked": "Rendez-vous pris",
        "Appointment moved": "Rendez-vous déplacé",
        "Appointment changed": "Rendez-vous modifié",
        "Appointment cancelled": "Rendez-vous annulé",
        "Have you remembered your medication today?": "Avez-vous pensé à votre médicament aujourd’hui ?",
        "There is news of a health record that you follow": "Il y a du nouveau dans un dossier de santé que vous suivez",
        "Your health record was opened in an emergency": "Votre dossier de santé a été ouvert en urgence",
        "Reminder: your medication": "Rappel : votre médicament",

        // A conversation's last message, which has no words.
        "Photo": "Photo",
        "Video": "Vidéo",
        "Document": "Document",
        "Audio": "Audio",

        // What an alert asks, and what its conditions found.
        "Your resting heart rate is {0} bpm, above your boundary {1} bpm. Have you remembered your medication today?":
            "Votre fréquence cardiaque au repos est de {0} bpm, au-dessus de votre seuil de {1} bpm. Avez-vous pensé à votre médicament aujourd’hui ?",
        "It was measured today, {0}.": "Elle a été mesurée aujourd’hui, le {0}.",
        "It was measured on {0}; today is {1}.": "Elle a été mesurée le {0} ; nous sommes le {1}.",
        "There is no boundary to compare with.": "Il n’y a pas de seuil auquel la comparer.",
        "{0} bpm is above the boundary of {1} bpm.": "{0} bpm dépasse le seuil de {1} bpm.",
        "{0} bpm is not above the boundary of {1} bpm.": "{0} bpm ne dépasse pas le seuil de {1} bpm.",
        "A boundary is set.": "Un seuil est fixé.",
        "No boundary is set.": "Aucun seuil n’est fixé.",
        "A boundary of {0} bpm or less counts as not set.": "Un seuil de {0} bpm ou moins compte comme non fixé.",
        "{0} in {1} is between {2} and {3}.": "{0} ({1}) est entre {2} et {3}.",
        "{0} in {1} is not between {2} and {3}.": "{0} ({1}) n’est pas entre {2} et {3}.",
        "There was no alert before.": "Il n’y a pas eu d’alerte auparavant.",
        "The last alert was {0} {0|minute|minutes} or more ago.": "La dernière alerte remonte à {0} {0|minute|minutes} ou plus.",
        "The last alert was less than {0} {0|minute|minutes} ago.": "La dernière alerte remonte à moins de {0} {0|minute|minutes}.",
        "It is the first one.": "C’est la première.",
        "It was not judged before.": "Elle n’a pas encore été évaluée.",
        "It was judged before, or a later one was.": "Elle a déjà été évaluée, ou une plus récente l’a été.",

        // Whether an emergency room is open.
        "Open": "Ouvert",
        "Closed, call ahead": "Fermé, appelez avant de venir",
        "Possibly closed, call ahead": "Peut-être fermé, appelez avant de venir",

        // Dates.
        "{0} January {1}": "{0}{0|er|} janvier {1}",
        "{0} February {1}": "{0}{0|er|} février {1}",
        "{0} March {1}": "{0}{0|er|} mars {1}",
        "{0} April {1}": "{0}{0|er|} avril {1}",
        "{0} May {1}": "{0}{0|er|} mai {1}",
        "{0} June {1}": "{0}{0|er|} juin {1}",
        "{0} July {1}": "{0}{0|er|} juillet {1}",
        "{0} August {1}": "{0}{0|er|} août {1}",
        "{0} September {1}": "{0}{0|er|} septembre {1}",
        "{0} October {1}": "{0}{0|er|} octobre {1}",
        "{0} November {1}": "{0}{0|er|} novembre {1}",
        "{0} December {1}": "{0}{0|er|} décembre {1}"
    ]
}
