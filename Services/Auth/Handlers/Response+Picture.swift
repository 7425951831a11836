import CareModels
import HTTP

extension Response {
    /// What somebody has uploaded. Nothing in it is run or framed by a browser.
    static func picture(_ kept: AvatarRecord) -> Response {
        let headers: HTTPHeaders = [
            "Content-Type": kept.avatar.contentType, "ETag": EntityTag(version: kept.revision).description, "Cache-Control": "private, no-cache",
            "Content-Disposition": "inline", "Content-Security-Policy": "sandbox; default-src 'none'; frame-ancestors 'none'"
        ]
        return Response(.ok, headers: headers, body: kept.avatar.bytes)
    }
}
