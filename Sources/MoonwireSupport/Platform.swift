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
