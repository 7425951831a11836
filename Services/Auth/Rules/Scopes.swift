import CareModels

/// The scopes that a token may carry, and who may have which.
///
/// | scope | gives |
/// |---|---|
/// | `openid` | an id token, and `/userinfo` |
/// | `profile` | username, full name, picture and time zone in `/userinfo` |
/// | `email` | the e-mail address in `/userinfo` |
/// | `offline_access` | a refresh token |
/// | `account:read` | reading one's own account |
/// | `account:write` | changing and erasing one's own account |
/// | `appointments:read` | seeing one's own appointments |
/// | `appointments:write` | booking, moving and cancelling them |
/// | `availability:write` | publishing one's own hours (providers) |
/// | `ers:write` | entering emergency rooms and their hours (schedulers, admins, and machines) |
/// | `records:read` | reading one's own health records |
/// | `records:write` | storing, changing and deleting them |
/// | `records:any` | for a machine, with the two above: the records of any person that it names |
/// | `measurements:read` | for a machine alone: what opens the measurements of anybody in events |
/// | `health:read` | one's own heart rates, alerts and settings (patients) |
/// | `health:write` | recording heart rates, answering alerts, changing those settings (patients) |
/// | `messages:read` | one's own conversations, feed and notifications |
/// | `messages:write` | sending messages and files, marking as seen and read |
/// | `webhooks` | for a machine alone: hearing of events of all people, of the types that its operator grants it |
/// | `organisations:read` | seeing the organisations that one is a member of, and who has invited one |
/// | `organisations:write` | changing them and their members as one's roles there allow (in apps of the platform's own) |
/// | `admin:users` | finding, suspending and unlocking accounts (admins, in apps of the platform's own) |
/// | `admin:clients` | adding, changing and disabling clients (the same) |
/// | `admin:audit` | reading the audit (the same) |
/// | `admin:organisations` | making organisations, all of them as their owners may, and verifying providers (the same) |
///
/// Beside them are those of SMART App Launch: `LaunchScopes`, and `ClinicalScope` for each type of FHIR's resources.
enum Scopes {
    /// In the order in which they are shown and sent.
    static let all = [
        "openid", "profile", "email", "offline_access", "account:read", "account:write", "appointments:read",
        "appointments:write", "availability:write", "health:read", "health:write", "ers:write", "records:read", "records:write", "records:any", "measurements:read",
        "messages:read", "messages:write", "webhooks", "organisations:read", "organisations:write", "admin:users", "admin:clients", "admin:audit", "admin:organisations"
    ]

    /// Power over other people's accounts: no app of somebody else's can have it, nor a machine, whoever is logged in.
    static let ofOperators: Set<String> = ["admin:users", "admin:clients", "admin:audit", "admin:organisations"]

    /// Power over other people, with that of who works in an organisation: for the platform's own apps alone.
    static let ofOwnApps = ofOperators.union(["organisations:write"])

    /// Those of machines alone: nobody can give them to an app.
    static let ofMachines: Set<String> = ["records:any", "measurements:read", "webhooks"]

    /// Those about a person: they mean nothing for a machine.
    static let personal: Set<String> = [
        "openid", "profile", "email", "offline_access", "account:read", "account:write", "health:read", "health:write", "messages:read",
        "messages:write", "organisations:read", "organisations:write"
    ]

    /// What a guardian may do for their ward: care, and nothing of the account itself.
    static let forGuardians: Set<String> = [
        "appointments:read", "appointments:write", "health:read", "health:write", "records:read", "records:write", "messages:read", "messages:write"
    ]

    /// Those of OpenID Connect, which say who somebody is: what a client has that was registered without any.
    static let identity = ["openid", "profile", "email", "offline_access"]

    /// What a user of this role can give to an app: everything that is theirs.
    static func available(to role: Role) -> Set<String> {
        switch role {
        case .patient: Set(all).subtracting(["availability:write", "ers:write"]).subtracting(ofMachines).subtracting(ofOperators)
        case .provider: Set(all).subtracting(["ers:write"]).subtracting(ofMachines).subtracting(ofOperators)
        case .scheduler: Set(all).subtracting(ofMachines).subtracting(ofOperators)
        case .admin: Set(all).subtracting(ofMachines)
        case .service: Set(all).subtracting(ofOwnApps)
        }
    }

    /// A `scope` parameter as a set (RFC 6749, 3.3).
    static func parse(_ text: String?) -> Set<String> {
        Set((text ?? "").split(separator: " ").map(String.init))
    }

    /// What an app asks for, clinical scopes in the spelling in which they are granted.
    static func asked(_ text: String?) throws(OAuthError) -> Set<String> {
        let asked = parse(text)
        let clinical = asked.filter(ClinicalScope.isMeant)
        guard !clinical.isEmpty else { return asked }
        guard clinical.count <= mostClinical else { throw tooMany }
        var read: [ClinicalScope] = []
        for text in clinical {
            do throws(ClinicalScope.Fault) { read.append(try ClinicalScope(text)) } catch { throw OAuthError(.invalidScope, error.message) }
        }
        return asked.subtracting(clinical).union(ClinicalScopes(read).texts)
    }

    /// What there is for an app of what it asks for. A system's codes and a code of any system are a part of each: together they may be more than can be asked for.
    static func asked(_ text: String?, within allowed: Set<String>) throws(OAuthError) -> Set<String> {
        let scopes = within(allowed, try asked(text))
        guard scopes.count(where: ClinicalScope.isMeant) <= mostClinical else { throw tooMany }
        return scopes
    }

    private static var tooMany: OAuthError { OAuthError(.invalidScope, "scope must name at most \(mostClinical) scopes for types of resources") }

    /// The same with clinical scopes as they are granted.
    static func spelled(_ scopes: Set<String>) -> Set<String> { scopes.filter { !ClinicalScope.isMeant($0) }.union(ClinicalScopes(scopes).texts) }

    /// Also of what a client is registered with.
    static let mostClinical = 64

    /// What is left of scopes within those that are allowed: of a clinical scope a part may be.
    static func within(_ allowed: Set<String>, _ scopes: Set<String>) -> Set<String> {
        let named = scopes.intersection(allowed)
        guard scopes.contains(where: ClinicalScope.isMeant) else { return named }
        return named.filter { !ClinicalScope.isMeant($0) }.union(ClinicalScopes(scopes).narrowed(to: ClinicalScopes(allowed)).texts)
    }

    /// Whether scopes give no more than others do.
    static func cover(_ granted: Set<String>, _ scopes: Set<String>) -> Bool {
        guard !scopes.isSubset(of: granted) else { return true }
        let rest = scopes.subtracting(granted)
        return rest.allSatisfy(ClinicalScope.isMeant) && ClinicalScopes(granted).cover(ClinicalScopes(rest))
    }

    /// What somebody of this role can give of scopes that an app asks for. The records are their owners' alone: who is no patient has nobody's to give, but a
    /// provider lets an app use what patients have given them, in a launch what the one whom it is for has given.
    static func given(by role: Role, of scopes: Set<String>, launch: Launch?) -> Set<String> {
        let named = scopes.intersection(available(to: role).union([LaunchScopes.onlineAccess]))
        if role == .provider {
            let contexts = [ClinicalScope.Context.user] + (launch == nil ? [] : [.patient])
            let clinical = scopes.filter { scope in contexts.contains { scope.hasPrefix($0.rawValue + "/") } }
            return named.union(clinical).union(launch == nil ? [] : scopes.intersection(Launch.scopes))
        }
        guard role == .patient else { return named }
        return named.union(scopes.filter { LaunchScopes.all.contains($0) || ClinicalScope.isMeant($0) && !isForMachines($0) })
    }

    /// A clinical scope of nobody who is logged in.
    static func isForMachines(_ scope: String) -> Bool { scope.hasPrefix(ClinicalScope.Context.system.rawValue + "/") }

    /// A refresh may ask for less, for its one access token (RFC 6749, 6).
    static func narrowed(_ asked: String?, of granted: Set<String>) throws(OAuthError) -> Set<String> {
        guard let asked else { return granted }
        let scopes = try self.asked(asked)
        guard !scopes.isEmpty, cover(granted, scopes) else {
            throw OAuthError(.invalidScope, "scope must not name more than was granted")
        }
        return scopes
    }

    static func format(_ scopes: Set<String>) -> String { sorted(scopes).joined(separator: " ") }

    static func sorted(_ scopes: Set<String>) -> [String] {
        let named = all.filter(scopes.contains)
        guard named.count < scopes.count else { return named }
        return named + LaunchScopes.all.filter(scopes.contains) + scopes.filter(ClinicalScope.isMeant).sorted()
    }

    /// Whether there is such a scope.
    static func isKnown(_ scope: String) -> Bool {
        all.contains(scope) || LaunchScopes.all.contains(scope) || ClinicalScope.isMeant(scope) && (try? ClinicalScope(scope)) != nil
    }

    /// What the scope lets an app do, for the consent page. `byProvider`: who lets it, where that makes a difference.
    static func explanation(_ scope: String, byProvider: Bool = false) -> Text {
        switch scope {
        case "openid": "Know that it is you"
        case "profile": "See your name, username, picture and time zone, and the date of birth, gender and web pages that you wrote in your profile"
        case "email": "See your e-mail address"
        case "offline_access": "Stay connected until you sign out"
        case "account:read": "See your account"
        case "account:write": "Change or delete your account"
        case "appointments:read": "See your appointments"
        case "appointments:write": "Book, move and cancel appointments for you"
        case "availability:write": "Publish your working hours"
        case "ers:write": "Enter emergency rooms and their hours"
        case "records:read": "Read your health records"
        case "records:write": "Add, change and delete your health records"
        case "health:read": "See your heart rates and medication reminders"
        case "health:write": "Record heart rates and answer medication alerts for you"
        case "messages:read": "Read your conversations and notifications"
        case "messages:write": "Send messages and files for you"
        case "organisations:read": "See the organisations that you work in"
        case "organisations:write": "Change the organisations that you work in, and their members"
        case "admin:organisations": "Make and change any organisation, and verify providers"
        case "admin:users": "Find, suspend and unlock anybody's account"
        case "admin:clients": "Add, change and disable apps"
        case "admin:audit": "Read what happened to all accounts"
        case LaunchScopes.fhirUser: "Know where your own data as a patient is"
        case LaunchScopes.launch where byProvider: "Be opened by another app for a patient’s health records"
        case LaunchScopes.launch: "Be opened by another app for your health records"
        case LaunchScopes.launchPatient: "Know whose health records it is opened for"
        case LaunchScopes.launchEncounter: "Know which visit it is opened for"
        case LaunchScopes.onlineAccess: "Stay connected until this browser is logged out"
        default: (try? ClinicalScope(scope))?.explanation(byProvider: byProvider) ?? Text(verbatim: scope)
        }
    }
}
