// The only file with conditional imports of platform modules: all others import this module, which exports them.

@_exported public import Synchronization

#if canImport(Darwin)
    @_exported public import Darwin
#elseif canImport(Musl)
    @_exported public import Musl
#else
    @_exported public import Glibc
#endif

// All of Foundation on Apple platforms; elsewhere the part that loads fast because it needs no Unicode tables.
#if canImport(FoundationEssentials)
    @_exported public import FoundationEssentials
#else
    @_exported public import Foundation
#endif

/// What depends on the platform in other ways than the functions of its C library.
package enum Platform {
    /// Whether the description of a key path has the names of stored properties only.
    ///
    /// Darwin's runtime may find the symbol of a getter, and then has the name of a computed property, too.
    package static var namesOnlyStoredProperties: Bool {
        #if canImport(Darwin)
            false
        #else
            true
        #endif
    }
}
