/// The scopes of SMART App Launch beside the clinical ones.
public enum LaunchScopes {
    /// Whose resource the person themselves is, in the id token.
    public static let fhirUser = "fhirUser"
    /// Within a launch that a trusted app has made.
    public static let launch = "launch"
    /// Which patient an app that was opened by itself is about.
    public static let launchPatient = "launch/patient"
    /// Which visit: the one that a trusted app has opened the app for; of one that was opened by itself there is none.
    public static let launchEncounter = "launch/encounter"
    /// A refresh token, as long as the browser is logged in that gave it.
    public static let onlineAccess = "online_access"

    /// In the order in which they are shown and sent.
    public static let all = [fhirUser, launch, launchPatient, launchEncounter, onlineAccess]

    /// What metadata says of clinical scopes: there are too many to list.
    public static let clinical = ["patient/*.cruds", "user/*.cruds", "system/*.cruds"]
}
