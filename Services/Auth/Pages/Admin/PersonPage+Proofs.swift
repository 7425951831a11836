import CareModels
import HTTP

/// A licence that somebody has seen, and what an organisation that has is called.
struct SeenLicence: Sendable {
    var opened: OpenedVerification
    /// Nil for the platform.
    var organisation: String?

    var line: HTML {
        let by: HTML = organisation.map { "\($0)" } ?? "\(text: "the platform")"
        let number = opened.licence.map { number -> HTML in "\(number)" } ?? "\(text: "a number that cannot be read any more")"
        return AdminPage.line("Licence seen by", "\(by), \(RFC3339.format(opened.record.verifiedAt)): \(number)")
    }
}

/// What proves who somebody is: their second factors, and a provider's licence. Each is a form of its own, as its fields are wanted by its own button alone.
extension PersonPage {
    /// For who cannot get in with them any more.
    var factorReset: HTML? {
        guard user.hasSecondFactor else { return nil }
        let reasons = FactorReset.Reason.allCases.map { (value: $0.rawValue, label: Self.said($0)) }
        let reason = SelectField(
            name: "factorReason", label: "Why", options: reasons,
            hint: "Find out first that it is they who ask. Every session ends, and they are told by mail; the password alone lets them in then.")
        return """
            <h2>\(text: "Take the second factors away")</h2>
            <form method="post" action="\(path)">
            \(form.hidden)
            \(reason.html)<button type="submit" class="second" name="act" value="reset-factors">\(text: "Take them away")</button>
            </form>
            """
    }

    var verification: HTML? {
        guard user.role == .provider else { return nil }
        let number = Field(
            name: "licenceNumber", label: "Licence number", value: typedLicence, hint: "As whoever licenses them writes it", fault: licenceFault,
            isFocused: licenceFault != nil, most: Licence.longest)
        let withdrawal: HTML? =
            user.isVerified
            ? """
            <form method="post" action="\(path)">
            \(verificationContext)<p class="or"><button type="submit" class="second" name="act" value="withdraw">\(text: "Withdraw every verification")</button></p>
            </form>
            """ : nil
        return """
            <h2>\(text: "Verification as a provider")</h2>
            <form method="post" action="\(path)">
            \(verificationContext)\(number.html)<button type="submit" name="act" value="verify">\(text: "I have seen this licence")</button>
            </form>
            \(withdrawal)
            """
    }

    /// With what was seen, so that nothing is taken back that somebody has given meanwhile.
    private var verificationContext: HTML {
        """
        \(form.hidden)
        <input type="hidden" name="revision" value="\(user.verificationRevision)">

        """
    }

    private static func said(_ reason: FactorReset.Reason) -> Text {
        switch reason {
        case .lost: "Their device is lost"
        case .stolen: "Their device was stolen"
        case .broken: "Their device is broken"
        case .security: "Somebody else may have set one up"
        }
    }
}
