import CareModels

/// What somebody calls themselves or their organisation, in a mail to another person. Mail programs make a link of whatever looks like an address: by a name such as
/// `careline.help/login` we would send a stranger's link to whomever they name. So it is no longer than a name is, and has nothing that a link can be made of, and
/// nothing that turns the direction of writing.
enum MailedName {
    /// In Unicode code points.
    static let most = 80

    /// A space without width stands behind what joins the parts of an address: the name looks as it did.
    static func shown(_ name: String) -> String {
        var shown = String.UnicodeScalarView()
        for scalar in name.unicodeScalars.prefix(most) {
            switch scalar {
            case _ where scalar.turnsDirection: break
            case ".", ":", "/", "@":
                shown.append(scalar)
                shown.append("\u{200B}")
            default: shown.append(scalar)
            }
        }
        let isWhole = name.unicodeScalars.dropFirst(most).isEmpty
        return String(shown) + (isWhole ? "" : "…")
    }
}
