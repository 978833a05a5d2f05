; The struct "promise" of this program, as clang describes it; methods are left out.
;
; namespace std { template <class T> struct atomic { T at; }; struct exception_ptr { void *p; }; struct string { char *p; long n[3]; }; }
; struct hidden { void *next, *own; };
; struct left { void *both; int pad; void *left_only; };
; struct right { void *both; };
; struct far { void *distant; };
; typedef const struct link { int n; void *p; link *next; } link_t;
; struct promise : hidden, left, right, virtual far {
;   int n;
;   int &ref;
;   static void *shared;
;   std::atomic<void *> state;
;   std::string text;
;   link_t link;
;   void (*call)(int);
;   union { void *u; long v; };
;   long bits : 3;
;   void *next;
;   void *many[2];
;   struct a { struct b { struct c { struct d { void *deep; } d; void *p; } c; void *p; } b; void *p; } a;
;   promise(int &r) : ref(r), link() {}
; };
!named = !{!0}
!0 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "promise", file: !1, line: 7, size: 1792, flags: DIFlagTypePassByReference | DIFlagNonTrivial, elements: !2, vtableHolder: !0, identifier: "_ZTS7promise")
!1 = !DIFile(filename: "p.cpp", directory: "/src", checksumkind: CSK_MD5, checksum: "34f283fd97eece63f76dcbab89d70541")
!2 = !{!3, !4, !5, !6, !7, !8, !9, !10, !11, !12, !13, !14, !15, !16, !17, !18, !19, !20}
!3 = !DIDerivedType(tag: DW_TAG_inheritance, scope: !0, baseType: !21, offset: 64, extraData: i32 0)
!4 = !DIDerivedType(tag: DW_TAG_inheritance, scope: !0, baseType: !22, offset: 192, extraData: i32 0)
!5 = !DIDerivedType(tag: DW_TAG_inheritance, scope: !0, baseType: !23, offset: 384, extraData: i32 0)
!6 = !DIDerivedType(tag: DW_TAG_inheritance, scope: !0, baseType: !24, offset: 24, flags: DIFlagVirtual, extraData: i32 0)
!7 = !DIDerivedType(tag: DW_TAG_member, name: "_vptr$promise", scope: !1, file: !1, baseType: !25, size: 64, flags: DIFlagArtificial)
!8 = !DIDerivedType(tag: DW_TAG_member, name: "n", scope: !0, file: !1, line: 8, baseType: !26, size: 32, offset: 448)
!9 = !DIDerivedType(tag: DW_TAG_member, name: "ref", scope: !0, file: !1, line: 9, baseType: !27, size: 64, offset: 512)
!10 = !DIDerivedType(tag: DW_TAG_variable, name: "shared", scope: !0, file: !1, line: 10, baseType: !28, flags: DIFlagStaticMember)
!11 = !DIDerivedType(tag: DW_TAG_member, name: "state", scope: !0, file: !1, line: 11, baseType: !29, size: 64, offset: 576)
!12 = !DIDerivedType(tag: DW_TAG_member, name: "text", scope: !0, file: !1, line: 12, baseType: !30, size: 256, offset: 640)
!13 = !DIDerivedType(tag: DW_TAG_member, name: "link", scope: !0, file: !1, line: 13, baseType: !31, size: 192, offset: 896)
!14 = !DIDerivedType(tag: DW_TAG_member, name: "call", scope: !0, file: !1, line: 14, baseType: !32, size: 64, offset: 1088)
!15 = !DIDerivedType(tag: DW_TAG_member, scope: !0, file: !1, line: 15, baseType: !33, size: 64, offset: 1152)
!16 = !DIDerivedType(tag: DW_TAG_member, name: "bits", scope: !0, file: !1, line: 16, baseType: !34, size: 3, offset: 1216, flags: DIFlagBitField, extraData: i64 1216)
!17 = !DIDerivedType(tag: DW_TAG_member, name: "next", scope: !0, file: !1, line: 17, baseType: !28, size: 64, offset: 1280)
!18 = !DIDerivedType(tag: DW_TAG_member, name: "many", scope: !0, file: !1, line: 18, baseType: !35, size: 128, offset: 1344)
!19 = !DIDerivedType(tag: DW_TAG_member, name: "a", scope: !0, file: !1, line: 19, baseType: !36, size: 256, offset: 1472)
!20 = !{}
!21 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "hidden", file: !1, line: 2, size: 128, flags: DIFlagTypePassByValue, elements: !37, identifier: "_ZTS6hidden")
!22 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "left", file: !1, line: 3, size: 192, flags: DIFlagTypePassByValue, elements: !38, identifier: "_ZTS4left")
!23 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "right", file: !1, line: 4, size: 64, flags: DIFlagTypePassByValue, elements: !39, identifier: "_ZTS5right")
!24 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "far", file: !1, line: 5, size: 64, flags: DIFlagTypePassByValue, elements: !40, identifier: "_ZTS3far")
!25 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !41, size: 64)
!26 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!27 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !26, size: 64)
!28 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!29 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "atomic<void *>", scope: !42, file: !1, line: 1, size: 64, flags: DIFlagTypePassByValue, elements: !43, templateParams: !44, identifier: "_ZTSSt6atomicIPvE")
!30 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "string", scope: !42, file: !1, line: 1, size: 256, flags: DIFlagTypePassByValue, elements: !45, identifier: "_ZTSSt6string")
!31 = !DIDerivedType(tag: DW_TAG_typedef, name: "link_t", file: !1, line: 6, baseType: !46)
!32 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !47, size: 64)
!33 = distinct !DICompositeType(tag: DW_TAG_union_type, scope: !0, file: !1, line: 15, size: 64, flags: DIFlagExportSymbols | DIFlagTypePassByValue, elements: !48, identifier: "_ZTSN7promiseUt_E")
!34 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!35 = !DICompositeType(tag: DW_TAG_array_type, baseType: !28, size: 128, elements: !49)
!36 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "a", scope: !0, file: !1, line: 19, size: 256, flags: DIFlagTypePassByValue, elements: !50, identifier: "_ZTSN7promise1aE")
!37 = !{!51, !52}
!38 = !{!53, !54, !55}
!39 = !{!56}
!40 = !{!57}
!41 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "__vtbl_ptr_type", baseType: !58, size: 64)
!42 = !DINamespace(name: "std", scope: null)
!43 = !{!59}
!44 = !{!60}
!45 = !{!61, !62}
!46 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !63)
!47 = !{}
!48 = !{!64, !65}
!49 = !{!66}
!50 = !{!67, !68}
!51 = !DIDerivedType(tag: DW_TAG_member, name: "next", scope: !21, file: !1, line: 2, baseType: !28, size: 64)
!52 = !DIDerivedType(tag: DW_TAG_member, name: "own", scope: !21, file: !1, line: 2, baseType: !28, size: 64, offset: 64)
!53 = !DIDerivedType(tag: DW_TAG_member, name: "both", scope: !22, file: !1, line: 3, baseType: !28, size: 64)
!54 = !DIDerivedType(tag: DW_TAG_member, name: "pad", scope: !22, file: !1, line: 3, baseType: !26, size: 32, offset: 64)
!55 = !DIDerivedType(tag: DW_TAG_member, name: "left_only", scope: !22, file: !1, line: 3, baseType: !28, size: 64, offset: 128)
!56 = !DIDerivedType(tag: DW_TAG_member, name: "both", scope: !23, file: !1, line: 4, baseType: !28, size: 64)
!57 = !DIDerivedType(tag: DW_TAG_member, name: "distant", scope: !24, file: !1, line: 5, baseType: !28, size: 64)
!58 = !{}
!59 = !DIDerivedType(tag: DW_TAG_member, name: "at", scope: !29, file: !1, line: 1, baseType: !28, size: 64)
!60 = !DITemplateTypeParameter(name: "T", type: !28)
!61 = !DIDerivedType(tag: DW_TAG_member, name: "p", scope: !30, file: !1, line: 1, baseType: !69, size: 64)
!62 = !DIDerivedType(tag: DW_TAG_member, name: "n", scope: !30, file: !1, line: 1, baseType: !70, size: 192, offset: 64)
!63 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "link", file: !1, line: 6, size: 192, flags: DIFlagTypePassByValue, elements: !71, identifier: "_ZTS4link")
!64 = !DIDerivedType(tag: DW_TAG_member, name: "u", scope: !33, file: !1, line: 15, baseType: !28, size: 64)
!65 = !DIDerivedType(tag: DW_TAG_member, name: "v", scope: !33, file: !1, line: 15, baseType: !34, size: 64)
!66 = !DISubrange(count: 2)
!67 = !DIDerivedType(tag: DW_TAG_member, name: "b", scope: !36, file: !1, line: 19, baseType: !72, size: 192)
!68 = !DIDerivedType(tag: DW_TAG_member, name: "p", scope: !36, file: !1, line: 19, baseType: !28, size: 64, offset: 192)
!69 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !73, size: 64)
!70 = !DICompositeType(tag: DW_TAG_array_type, baseType: !34, size: 192, elements: !74)
!71 = !{!75, !76, !77}
!72 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "b", scope: !36, file: !1, line: 19, size: 192, flags: DIFlagTypePassByValue, elements: !78, identifier: "_ZTSN7promise1a1bE")
!73 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!74 = !{!79}
!75 = !DIDerivedType(tag: DW_TAG_member, name: "n", scope: !63, file: !1, line: 6, baseType: !26, size: 32)
!76 = !DIDerivedType(tag: DW_TAG_member, name: "p", scope: !63, file: !1, line: 6, baseType: !28, size: 64, offset: 64)
!77 = !DIDerivedType(tag: DW_TAG_member, name: "next", scope: !63, file: !1, line: 6, baseType: !80, size: 64, offset: 128)
!78 = !{!81, !82}
!79 = !DISubrange(count: 3)
!80 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !63, size: 64)
!81 = !DIDerivedType(tag: DW_TAG_member, name: "c", scope: !72, file: !1, line: 19, baseType: !83, size: 128)
!82 = !DIDerivedType(tag: DW_TAG_member, name: "p", scope: !72, file: !1, line: 19, baseType: !28, size: 64, offset: 128)
!83 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "c", scope: !72, file: !1, line: 19, size: 128, flags: DIFlagTypePassByValue, elements: !84, identifier: "_ZTSN7promise1a1b1cE")
!84 = !{!85, !86}
!85 = !DIDerivedType(tag: DW_TAG_member, name: "d", scope: !83, file: !1, line: 19, baseType: !87, size: 64)
!86 = !DIDerivedType(tag: DW_TAG_member, name: "p", scope: !83, file: !1, line: 19, baseType: !28, size: 64, offset: 64)
!87 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "d", scope: !83, file: !1, line: 19, size: 64, flags: DIFlagTypePassByValue, elements: !88, identifier: "_ZTSN7promise1a1b1c1dE")
!88 = !{!89}
!89 = !DIDerivedType(tag: DW_TAG_member, name: "deep", scope: !87, file: !1, line: 19, baseType: !28, size: 64)
