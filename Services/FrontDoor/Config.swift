import CareService

/// The front door's own settings.
struct FrontDoorSettings: Sendable {
    /// The folder that `deploy/site/build` made: CARE_FRONT_SITE. Without one there are no guides and no files, and the pages say so.
    var site: String?
    /// As which OAuth client the API reference logs people in: CARE_FRONT_CLIENT.
    var client = "api-reference"
    /// Of the demo's accounts, which the first page shows: CARE_FRONT_DEMO_PASSWORD, on a platform that is the demo.
    var demoPassword: String?
    /// The token with which somebody registers clients there: CARE_FRONT_DEMO_INVITATION. Shown with the accounts, on the demo.
    var demoInvitation: String?

    init() {}

    init(_ environment: inout Environment) {
        let defaults = FrontDoorSettings()
        let folder = environment.string("CARE_FRONT_SITE", default: "")
        site = folder.isEmpty ? nil : folder
        client = environment.string("CARE_FRONT_CLIENT", default: defaults.client)
        let password = environment.secret("CARE_FRONT_DEMO_PASSWORD", default: "")
        demoPassword = password.isEmpty ? nil : password
        let invitation = environment.secret("CARE_FRONT_DEMO_INVITATION", default: "")
        demoInvitation = invitation.isEmpty ? nil : invitation
    }
}
