extension French {
    /// Words that stand in other texts, and how they are joined.
    package static let words: [String: String] = [
        "{0}: {1}": "{0} : {1}",
        "{0}: {1} {2}": "{0} : {1} {2}",
        "{0} or {1}": "{0} ou {1}",
        // What was expected.
        "a URL": "une URL",
        "a UUID": "un UUID",
        "a UUID, such as 0198c5b2-7d7e-7cc0-8a4f-2f6f0f6f9d11": "un UUID, tel que 0198c5b2-7d7e-7cc0-8a4f-2f6f0f6f9d11",
        "a colon": "un deux-points",
        "a comma or ]": "une virgule ou ]",
        "a comma or }": "une virgule ou }",
        "a date, such as 2026-03-08": "une date, telle que 2026-03-08",
        "a list": "une liste",
        "a member's name in quotes": "le nom d’un membre entre guillemets",
        "a number": "un nombre",
        "a number within range": "un nombre dans les limites",
        "a string": "une chaîne de caractères",
        "a time of day, such as 14:00": "une heure, telle que 14:00",
        "a whole number": "un nombre entier",
        "a whole number, or a number within range": "un nombre entier, ou un nombre dans les limites",
        "an RFC 3339 instant, such as 2026-03-08T14:30:00Z": "un instant RFC 3339, tel que 2026-03-08T14:30:00Z",
        "an instant with a month from 01 to 12": "un instant dont le mois va de 01 à 12",
        "an instant on a day that its month has": "un instant dont le jour existe dans son mois",
        "an instant with an hour from 00 to 23": "un instant dont l’heure va de 00 à 23",
        "an instant with a minute from 00 to 59": "un instant dont la minute va de 00 à 59",
        "an instant with a second from 00 to 59": "un instant dont la seconde va de 00 à 59",
        "an object": "un objet",
        "base64": "du base64",
        "true or false": "true ou false",
        // Roles.
        "admin": "administrateur",
        "patient": "patient",
        "provider": "soignant",
        "scheduler": "planificateur",
        "service": "service",
        // Statuses of appointments.
        "booked": "réservé",
        "cancelled": "annulé",
        "completed": "terminé",
        "held": "retenu",
        "no-show": "patient absent",
        // Parts of a request.
        "body": "corps",
        "condition": "condition",
        "method": "méthode",
        "path": "chemin",
        // What is counted.
        "appointments ahead": "rendez-vous à venir",
        "appointments in a year, cancelled ones too": "rendez-vous en un an, annulés compris",
        "bytes of files and messages stored": "octets de fichiers et de messages enregistrés",
        "bytes stored among the records": "octets enregistrés dans le dossier",
        "heart rates stored": "fréquences cardiaques enregistrées",
        "weekly hours": "plages hebdomadaires",
        "dates with hours of their own": "dates aux horaires particuliers",
        "one-off intervals": "plages ponctuelles"
    ]
}
