import CareModels
import Foundation

/// What people say of themselves for apps that ask for it (OpenID Connect Core, 5.1). None of it is needed of anybody, and none is taken from the
/// record, where sex and birth are for whoever treats them; nor does the record take it from here.
struct PersonalDetails: Equatable, Sendable {
    static let longestGender = 64

    /// The address of a page about them.
    var profileURL: String?
    var websiteURL: String?
    /// `female`, `male`, or whatever else they say.
    var gender: String?
    /// As `Birthdate` has it.
    var birthdate: String?

    /// By what is in the patch; the rest stays.
    mutating func change(by patch: Profile.Patch, now: Date, _ checks: inout Checks) {
        Profile.set(&gender, patch.gender, "gender", most: Self.longestGender, &checks)
        Profile.set(&birthdate, patch.birthdate, "birthdate", most: Birthdate.longest, &checks) { Birthdate.check($0, "birthdate", now: now, &$1) }
        Profile.set(&profileURL, patch.profileUrl, "profileUrl", most: PageAddress.longest, &checks) { PageAddress.check($0, "profileUrl", &$1) }
        Profile.set(&websiteURL, patch.websiteUrl, "websiteUrl", most: PageAddress.longest, &checks) { PageAddress.check($0, "websiteUrl", &$1) }
    }
}
