import CCrypto
import Foundation
import Moonwire

/// Decides whether a request comes from whom it claims to come from.
public protocol Verifier: Sendable {
    /// Throws ``Refusal`` if it does not.
    func verify(_ request: Request) throws
}

/// Requires a signature of the body: its HMAC-SHA256 in hexadecimal digits, with one of several secrets.
public final class SignatureVerifier: Verifier, Exposed {
    private let header: SecretHeader

    init(header: String, prefix: String = "", secrets: [String]) throws {
        self.header = try SecretHeader(name: header, prefix: prefix, secrets: secrets)
    }

    public func verify(_ request: Request) throws {
        try header.require("signature", in: request) { Signature.of(request.body, secret: $0) }
    }
}

/// Requires one of several secrets in a header.
public final class TokenVerifier: Verifier, Exposed {
    private let header: SecretHeader

    init(header: String, prefix: String = "", secrets: [String]) throws {
        self.header = try SecretHeader(name: header, prefix: prefix, secrets: secrets)
    }

    public func verify(_ request: Request) throws {
        try header.require("token", in: request) { $0 }
    }
}

/// A header that proves the knowledge of one of several secrets.
private struct SecretHeader {
    private let name: String
    private let prefix: String
    private let secrets: [String]

    init(name: String, prefix: String, secrets: [String]) throws {
        guard !secrets.isEmpty, secrets.allSatisfy({ !$0.isEmpty }) else { throw EmptySecret() }
        self.name = name
        self.prefix = prefix
        self.secrets = secrets
    }

    /// Throws ``Refusal`` unless the prefix and the proof of one of the secrets are the value of the header.
    func require(_ noun: String, in request: Request, proof: (_ secret: String) -> String) throws {
        guard let given = request.header(name) else { throw Refusal(401, "the header \(name) is missing") }
        guard secrets.contains(where: { constantTimeEqual(given, prefix + proof($0)) }) else {
            throw Refusal(401, "the \(noun) in the header \(name) is wrong")
        }
    }
}

struct EmptySecret: Error, CustomStringConvertible {
    let description = "a verifier needs at least one secret, and none that is empty"
}

/// An HMAC-SHA256 in hexadecimal digits.
public enum Signature {
    public static func of(_ body: Data, secret: String) -> String {
        let key = Array(secret.utf8)
        var code = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var count: UInt32 = 0
        // All pointers are used during the call only, and the code has room for the longest result.
        body.withUnsafeBytes { bytes in
            let start = bytes.bindMemory(to: UInt8.self).baseAddress
            _ = HMAC(EVP_sha256(), key, Int32(key.count), start, bytes.count, &code, &count)
        }
        return code.prefix(Int(count)).map { byte in
            let digits = String(byte, radix: 16)
            return digits.utf8.count == 1 ? "0" + digits : digits
        }.joined()
    }
}

/// Compares in a time that does not depend on where the strings differ.
private func constantTimeEqual(_ one: String, _ other: String) -> Bool {
    let (one, other) = (Array(one.utf8), Array(other.utf8))
    return one.count == other.count && CRYPTO_memcmp(one, other, one.count) == 0
}
